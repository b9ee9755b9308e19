import type { FindCredentials } from '../auth/credentials.ts'
import type { MayReceiveLogin } from '../auth/token.ts'
import { readBounded } from '../bytes.ts'
import type { StartDigest } from '../digest.ts'
import { OciError, type OciErrorCode } from '../errors.ts'
import { maxErrorBytes } from '../limits.ts'
import { authorizeRequests } from './authorize.ts'
import type { HttpRequest, HttpResponse } from './http.ts'
import { printableText, printableUrl } from './redact.ts'
import { followRedirects } from './redirects.ts'
import { type RetryOptions, retryRequests } from './retry.ts'
import type { Transport } from './transport.ts'

export interface RegistryOptions {
  readonly transport: Transport
  readonly findCredentials?: FindCredentials
  /** Token servers that are not the registry's own get its credentials only if this says so. */
  readonly mayReceiveLogin?: MayReceiveLogin
  /** When to speak http: 'loopback' when nothing is said, which is this machine's own registries. */
  readonly plainHttp?: 'never' | 'loopback' | 'always'
  readonly retries?: RetryOptions
  /** How blobs are digested; on this thread when nothing is said. */
  readonly startDigest?: StartDigest
}

/** The access that one call needs, as tokens name it. */
export type Access = 'none' | 'pull' | 'push' | 'delete' | 'catalog'

export interface RegistryCall extends Omit<HttpRequest, 'url'> {
  /** Below /v2/, with query; or a whole URL that the registry gave. */
  readonly path: string | URL
  readonly repository?: string
  readonly access: Access
  /** A repository that is read as well: where a blob is mounted from. */
  readonly from?: string
}

/** One registry, with its connections, credentials and tokens. */
export interface Registry {
  /** As references name it. */
  readonly host: string
  readonly base: URL
  readonly call: (call: RegistryCall, signal: AbortSignal) => Promise<HttpResponse>
  /** The error for an answer that is none of the expected; reads its body. */
  readonly failure: (response: HttpResponse, wanted: string) => Promise<OciError>
  /** First parts of the names of repositories that do not answer which manifests refer to another. */
  readonly withoutReferrers: Set<string>
  readonly startDigest?: StartDigest
}

/** Prepares to talk to a registry; nothing is sent yet. */
export function connectRegistry(host: string, options: RegistryOptions): Registry {
  const base = baseOf(host, options.plainHttp ?? 'loopback')
  const secrets = new Set<string>()
  const once = followRedirects(options.transport.send)
  const send = authorizeRequests({
    host,
    base,
    send: retryRequests(once, options.retries),
    findCredentials: options.findCredentials ?? (async () => undefined),
    mayReceiveLogin: options.mayReceiveLogin,
    onSecret: (secret) => void secrets.add(secret),
  })
  return {
    host,
    base,
    call: ({ path, repository, access, from, ...request }, signal) => {
      const url = typeof path === 'string' ? new URL(`/v2/${path}`, base) : path
      return send({ ...request, url }, scopesOf(access, repository, from), signal)
    },
    failure: (response, wanted) => failureOf(response, `${wanted} at ${host}`, [...secrets]),
    withoutReferrers: new Set(),
    ...(options.startDigest && { startDigest: options.startDigest }),
  }
}

// Docker Hub answers at another name than its images carry.
function baseOf(host: string, plainHttp: 'never' | 'loopback' | 'always'): URL {
  const server = host === 'docker.io' ? 'registry-1.docker.io' : host
  const name = server.replace(/:\d+$/, '')
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(name)
  const isPlain = plainHttp === 'always' || (plainHttp === 'loopback' && isLoopback)
  const base = URL.parse(`${isPlain ? 'http' : 'https'}://${server}`)
  if (base === null || base.pathname !== '/' || base.username !== '' || base.search !== '') {
    throw new OciError('bad-reference', `${JSON.stringify(host)} is not a registry host`)
  }
  return base
}

function scopesOf(
  access: Access,
  repository: string | undefined,
  from: string | undefined,
): readonly string[] {
  if (access === 'catalog') return ['registry:catalog:*']
  if (repository === undefined || access === 'none') return []
  const actions = { pull: 'pull', push: 'pull,push', delete: 'delete,pull' }[access]
  const other = from === undefined ? [] : [`repository:${from}:pull`]
  return [`repository:${repository}:${actions}`, ...other]
}

async function failureOf(
  response: HttpResponse,
  wanted: string,
  secrets: readonly string[],
): Promise<OciError> {
  const { text, isFull } = await readErrors(response)
  const told = printableText(text, secrets)
  const from = printableUrl(response.url)
  const message = `${wanted}: ${from} answered ${response.status}${told === '' ? '' : `: ${told}`}`
  return new OciError(isFull ? 'full' : codeOf(response.status), message)
}

function codeOf(status: number): OciErrorCode {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'denied'
  if (status === 404) return 'not-found'
  if (status === 413) return 'too-large'
  if (status === 429) return 'rate-limited'
  if (status === 507) return 'full'
  return status >= 500 ? 'server-error' : 'refused'
}

interface Told {
  readonly text: string
  /** Whether the registry has no room; docker-registry says so only by the number of ENOSPC. */
  readonly isFull: boolean
}

const fullPattern = /no space left on device|disk quota exceeded|"Err":\s*(?:28|122)\b/i

async function readErrors(response: HttpResponse): Promise<Told> {
  let text = ''
  try {
    text = new TextDecoder().decode(await readBounded(response.body, maxErrorBytes, 'the error'))
    const isFull = fullPattern.test(text)
    const { errors } = JSON.parse(text) as { readonly errors?: unknown }
    if (!Array.isArray(errors)) return { text, isFull }
    const described = errors.slice(0, 5).map(describeError).join('; ')
    return { text: isFull ? `${described} (no space left)` : described, isFull }
  } catch {
    // A body that is no list of errors, or endless: what there is of it is the best there is to say.
    return { text, isFull: fullPattern.test(text) }
  }
}

function describeError(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { code, message } = error as Readonly<Record<string, unknown>>
  return [code, message].filter((part) => typeof part === 'string' && part !== '').join(': ')
}
