import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Agent, type Response, fetch } from 'undici'
import { findConnection } from '../../kube/connect.ts'
import type { OptionSpec } from '../command-spec.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'
import { type ServerAddress, addressFile } from './serve-api.ts'

/** Which server is meant, and who asks it. */
export const serverChoiceOptions = {
  server: {
    kind: 'text',
    value: 'URL',
    summary: 'the address of the REST API; that of the platform in --folder unless given',
  },
  folder: {
    kind: 'text',
    value: 'FOLDER',
    summary: 'of a platform on this machine; the one that the kubeconfig is in unless given',
  },
  'ca-file': { kind: 'text', value: 'FILE', summary: "the server's authority" },
  kubeconfig: { kind: 'text', value: 'FILE', summary: 'sign in with the user of this file' },
  context: { kind: 'text', value: 'NAME', summary: 'sign in with the user of this context' },
} as const satisfies Record<string, OptionSpec>

/** The values of these options. */
export interface ServerChoice {
  readonly server: string | undefined
  readonly folder: string | undefined
  readonly 'ca-file': string | undefined
  readonly kubeconfig: string | undefined
  readonly context: string | undefined
}

/** A server, and how to sign in to it. */
export interface FoundServer {
  readonly url: string
  /** The value of the Authorization header; absent when a certificate signs in. */
  readonly authorization?: string
  /** With the certificate of the user and the authority of the server. */
  readonly dispatcher: Agent
}

/** Finds the server that is meant. A platform on this machine says in its folder where it is; elsewhere the user of the kubeconfig signs in. */
export async function findServer(
  choice: ServerChoice,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<FoundServer> {
  const own = choice.server === undefined ? await ownAddress(choice, ports) : undefined
  const url = choice.server ?? own?.url
  if (url === undefined || !URL.canParse(url)) {
    throw new PlainError(
      'no server is known: give --server URL, or --folder with the folder of a platform that runs',
    )
  }
  const file = choice['ca-file']
  const authority = file === undefined ? own?.authority : await readFile(file, 'utf8')
  const ca = authority === undefined ? {} : { ca: authority }
  if (own?.key !== undefined) {
    return { url, authorization: `Bearer ${own.key}`, dispatcher: new Agent({ connect: ca }) }
  }
  const { kubeconfig, context } = choice
  const connection = await findConnection({
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(context === undefined ? {} : { context }),
    environment: ports.environment,
    terminal: io.stdin.isTerminal,
  })
  const { authorization, certificate } = await connection.credentials.current(signal)
  return {
    url: url.replace(/\/+$/, ''),
    ...(authorization === undefined ? {} : { authorization }),
    dispatcher: new Agent({ connect: { ...ca, ...certificate } }),
  }
}

type Asked = NonNullable<Parameters<typeof fetch>[1]>

/** Sends one request as the one who asks, and gives the answer; an error that says why there is none. */
export async function askServer(
  server: FoundServer,
  path: string,
  asked: Asked & { readonly method: string; readonly signal: AbortSignal },
): Promise<Response> {
  const { url, dispatcher } = server
  const { method, signal } = asked
  try {
    const headers = { ...asked.headers, ...(await headersFor(server, method, signal)) }
    return await fetch(`${url}${path}`, { ...asked, headers, redirect: 'manual', dispatcher })
  } catch (cause) {
    signal.throwIfAborted()
    throw new PlainError(whyNot(url, cause), { cause })
  }
}

function whyNot(url: string, error: unknown): string {
  const { cause } = error as { readonly cause?: unknown }
  const { code = '' } = (cause ?? {}) as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') {
    return `nothing listens at ${url}: start the server, or give --server with its address`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `the certificate of ${url} is for another name: call the server by a name that it has, or start it with --name`
  }
  if (/CERT|SIGNATURE|ISSUER/.test(code)) {
    return `the certificate of ${url} is not trusted (${code}): give the certificate of its authority as --ca-file`
  }
  return `the server at ${url} does not answer${code === '' ? '' : ` (${code})`}`
}

/** The headers that sign a request in. Somebody whom a certificate signs in proves that no web page sends the change. */
async function headersFor(
  { url, authorization, dispatcher }: FoundServer,
  method: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  if (authorization !== undefined) return { authorization }
  if (method === 'GET') return {}
  const answer = await fetch(`${url}/api/v1/me`, { dispatcher, signal })
  const { csrfToken = '' } = (await answer.json()) as { readonly csrfToken?: string }
  return { 'x-csrf-token': csrfToken }
}

async function ownAddress(
  { folder, kubeconfig }: ServerChoice,
  { environment }: Ports,
): Promise<ServerAddress | undefined> {
  const config = kubeconfig ?? environment['KUBECONFIG']
  const place = folder ?? (config === undefined || config === '' ? undefined : dirname(config))
  if (place === undefined) return undefined
  try {
    const text = await readFile(join(place, 'server', addressFile), 'utf8')
    return JSON.parse(text) as ServerAddress
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
