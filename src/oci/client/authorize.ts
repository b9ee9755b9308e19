import { type Challenge, parseChallenge } from '../auth/challenge.ts'
import { type Credentials, type FindCredentials, basicHeader } from '../auth/credentials.ts'
import { type MayReceiveLogin, type Token, fetchToken } from '../auth/token.ts'
import { OciError } from '../errors.ts'
import type { HttpRequest, HttpResponse, Send } from './http.ts'

export interface AuthorizeOptions {
  /** The host as references name it, by which credentials are found. */
  readonly host: string
  readonly base: URL
  /** Sends without adding anything: for the request itself and for the token server. */
  readonly send: Send
  readonly findCredentials: FindCredentials
  readonly mayReceiveLogin?: MayReceiveLogin | undefined
  /** Told of every secret in use, so that no message shows it. */
  readonly onSecret: (secret: string) => void
}

/**
 * Sends a request with the scopes that it needs, in the words of token servers:
 * repository:NAME:pull,push.
 */
export type AuthorizedSend = (
  request: HttpRequest,
  scopes: readonly string[],
  signal: AbortSignal,
) => Promise<HttpResponse>

const maxTokens = 1000
// A token that ends while it travels is refused.
const expiryMargin = 10_000

/**
 * Answers a registry's challenge once per request and remembers the token for its scopes. Challenges
 * and credentials belong to the registry's own scheme, host and port; whoever else answers, after a
 * redirect or at an upload's location, gets nothing.
 */
export function authorizeRequests(options: AuthorizeOptions): AuthorizedSend {
  const headers = new Map<string, { readonly value: string; readonly expires: number }>()
  return async (request, scopes, signal) => {
    const key = scopes.toSorted().join(' ')
    const isOwn = request.url.origin === options.base.origin
    const known = headers.get(key)
    const header = known !== undefined && known.expires > Date.now() ? known.value : undefined
    const first = await options.send(isOwn ? withHeader(request, header) : request, signal)
    if (first.status !== 401 || !isOwn || first.url.origin !== options.base.origin) return first
    const challenge = parseChallenge(first.header('www-authenticate') ?? '')
    if (challenge === undefined) return first
    const fresh = await answerChallenge(challenge, scopes, options, signal)
    if (fresh === undefined) return first
    await first.discard()
    if (headers.size >= maxTokens) headers.clear()
    headers.set(key, fresh)
    return await options.send(withHeader(request, fresh.value), signal)
  }
}

function withHeader(request: HttpRequest, authorization: string | undefined): HttpRequest {
  if (authorization === undefined) return request
  return { ...request, headers: { ...request.headers, authorization } }
}

async function answerChallenge(
  challenge: Challenge,
  scopes: readonly string[],
  options: AuthorizeOptions,
  signal: AbortSignal,
): Promise<{ readonly value: string; readonly expires: number } | undefined> {
  const repository = /^repository:(.+):[^:]*$/.exec(scopes[0] ?? '')?.[1]
  const credentials = await options.findCredentials({ host: options.host, repository }, signal)
  noteSecrets(credentials, options)
  if (credentials?.kind === 'bearer') return forever(`Bearer ${credentials.token}`)
  if (challenge.scheme === 'basic') {
    if (credentials === undefined) return undefined
    if (credentials.kind === 'password') {
      return forever(basicHeader(credentials.username, credentials.password))
    }
    const message = `${options.host} wants a password and only a token is known for it`
    throw new OciError('unauthorized', message)
  }
  // A challenge may name another scope than the one needed: both are asked for.
  const all = [...new Set([...scopes, ...challenge.scopes])]
  const { base: registry, mayReceiveLogin } = options
  const asked = { challenge, scopes: all, credentials, registry, mayReceiveLogin }
  const token: Token = await fetchToken(asked, options.send, signal)
  options.onSecret(token.value)
  return { value: `Bearer ${token.value}`, expires: token.expires - expiryMargin }
}

function noteSecrets(credentials: Credentials | undefined, options: AuthorizeOptions): void {
  if (credentials === undefined) return
  if (credentials.kind !== 'password') return options.onSecret(credentials.token)
  options.onSecret(credentials.password)
  options.onSecret(basicHeader(credentials.username, credentials.password).slice('Basic '.length))
}

function forever(value: string) {
  return { value, expires: Number.POSITIVE_INFINITY }
}
