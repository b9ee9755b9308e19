import { spawn } from 'node:child_process'
import { OciError } from '../errors.ts'
import type { Credentials } from './credentials.ts'

export interface HelperOptions {
  /** The environment of the helper; that of this process when not given. */
  readonly environment?: Readonly<Record<string, string>>
}

const maxOutput = 65_536
const helperMilliseconds = 30_000

/** The name under which Docker's files and helpers keep the credentials of a host. */
export function serverOf(host: string): string {
  return ['docker.io', 'registry-1.docker.io'].includes(host) ? 'https://index.docker.io/v1/' : host
}

/** Asks `docker-credential-NAME get` for the credentials of a host; undefined when it has none. */
export async function askCredentialHelper(
  name: string,
  host: string,
  options: HelperOptions,
  signal: AbortSignal,
): Promise<Credentials | undefined> {
  const program = programOf(name)
  const call = { program, action: 'get', input: serverOf(host) } as const
  const { code, output } = await runHelper(call, options, signal)
  if (code === 0) return readAnswer(program, output)
  if (/credentials not found|no credentials server url/i.test(output)) return undefined
  // Its output may hold anything, so that it is not shown.
  throw new OciError('unauthorized', `${program} failed with exit code ${code} for ${host}`)
}

/** Has `docker-credential-NAME store` keep the credentials of a host. */
export async function storeWithHelper(
  name: string,
  {
    host,
    credentials,
  }: {
    readonly host: string
    readonly credentials: Extract<Credentials, { readonly kind: 'password' }>
  },
  options: HelperOptions,
  signal: AbortSignal,
): Promise<void> {
  const { username, password } = credentials
  const input = JSON.stringify({ ServerURL: serverOf(host), Username: username, Secret: password })
  await changeWithHelper(name, { action: 'store', input }, options, signal)
}

/** Has `docker-credential-NAME erase` forget the credentials of a host. */
export async function eraseWithHelper(
  name: string,
  host: string,
  options: HelperOptions,
  signal: AbortSignal,
): Promise<void> {
  await changeWithHelper(name, { action: 'erase', input: serverOf(host) }, options, signal)
}

async function changeWithHelper(
  name: string,
  call: { readonly action: 'store' | 'erase'; readonly input: string },
  options: HelperOptions,
  signal: AbortSignal,
): Promise<void> {
  const program = programOf(name)
  const { code, output } = await runHelper({ program, ...call }, options, signal)
  if (code === 0 || /credentials not found/i.test(output)) return
  throw new OciError('bad-config', `${program} ${call.action} failed with exit code ${code}`)
}

// The name comes from a file and becomes a program: no path may be made of it.
function programOf(name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)) return `docker-credential-${name}`
  throw new OciError('bad-config', `${JSON.stringify(name)} is not the name of a credential helper`)
}

interface Run {
  readonly code: number | null
  readonly output: string
}

interface HelperCall {
  readonly program: string
  readonly action: 'get' | 'store' | 'erase'
  readonly input: string
}

function runHelper(
  { program, action, input }: HelperCall,
  options: HelperOptions,
  signal: AbortSignal,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const env = options.environment === undefined ? {} : { env: { ...options.environment } }
    const child = spawn(program, [action], {
      ...env,
      stdio: ['pipe', 'pipe', 'ignore'],
      signal,
      timeout: helperMilliseconds,
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < maxOutput) output += text
    })
    child.on('error', (cause) => {
      if (signal.aborted) return reject(cause)
      reject(new OciError('bad-config', `cannot run ${program}`, { cause }))
    })
    child.on('close', (code) => resolve({ code, output }))
    // A helper that ends without reading says so by its exit code.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

function readAnswer(program: string, output: string): Credentials | undefined {
  const answer = parseAnswer(output)
  const { Username: username, Secret: secret } = answer ?? {}
  if (typeof username !== 'string' || typeof secret !== 'string') {
    throw new OciError('bad-config', `${program} answered without Username and Secret`)
  }
  if (username === '<token>') return { kind: 'identity', token: secret }
  return username === '' ? undefined : { kind: 'password', username, password: secret }
}

function parseAnswer(output: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(output)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    // The caller says what is missing; the text itself may hold the secret.
    return undefined
  }
}
