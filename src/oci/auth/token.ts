import { readBounded } from '../bytes.ts'
import type { HttpRequest, Send } from '../client/http.ts'
import { printableUrl } from '../client/redact.ts'
import { OciError } from '../errors.ts'
import { maxAnswerBytes } from '../limits.ts'
import type { Challenge } from './challenge.ts'
import { type Credentials, basicHeader } from './credentials.ts'
import { isOwnTokenServer } from './token-server.ts'

export interface Token {
  readonly value: string
  /** Milliseconds since 1970. */
  readonly expires: number
}

export interface TokenRequest {
  readonly challenge: Extract<Challenge, { readonly scheme: 'bearer' }>
  readonly scopes: readonly string[]
  readonly credentials: Credentials | undefined
  /** The registry that sent the challenge: a token server in the clear gets no secrets of a safe one. */
  readonly registry: URL
  /** Lets a token server have credentials that is not the registry's own; none by default. */
  readonly mayReceiveLogin?: MayReceiveLogin | undefined
}

/** Whether somebody has allowed that a token server gets the credentials of other registries. */
export type MayReceiveLogin = (server: URL) => boolean

const tokenMilliseconds = 30_000
// The lifetime that the token specification gives a token when the server says nothing.
const defaultSeconds = 60
const clientId = 'outrigger'

/** Fetches an access token from the server that a challenge names. */
export async function fetchToken(
  request: TokenRequest,
  send: Send,
  signal: AbortSignal,
): Promise<Token> {
  const realm = realmOf(request)
  const asked = Date.now()
  const response = await send(httpRequest(realm, request), signal)
  const where = `token server ${printableUrl(realm)}`
  if (response.status !== 200) {
    await response.discard()
    const code = response.status >= 500 ? 'server-error' : 'unauthorized'
    const who = request.credentials === undefined ? 'without credentials' : 'with the credentials'
    throw new OciError(code, `${where} answered ${response.status} to a request ${who} it got`)
  }
  const text = new TextDecoder().decode(await readBounded(response.body, maxAnswerBytes, where))
  const { token, access_token: accessToken, expires_in: seconds } = parseAnswer(text, where)
  const value = typeof token === 'string' && token !== '' ? token : accessToken
  if (typeof value !== 'string' || value === '' || /[^\x21-\x7e]/.test(value)) {
    throw new OciError('bad-answer', `${where} answered without a token`)
  }
  const lifetime = typeof seconds === 'number' && seconds > 0 ? seconds : defaultSeconds
  return { value, expires: asked + lifetime * 1000 }
}

function realmOf(request: TokenRequest): URL {
  const { challenge, credentials, registry } = request
  const realm = URL.parse(challenge.realm)
  if (realm === null || (realm.protocol !== 'https:' && realm.protocol !== 'http:')) {
    throw new OciError('bad-answer', `${registry.host} names a token server that is no URL`)
  }
  const isSafe = realm.protocol === 'https:' || registry.protocol === 'http:'
  if (!isSafe && credentials !== undefined) {
    const message = `${registry.host} wants credentials sent in the clear to ${printableUrl(realm)}`
    throw new OciError('denied', message)
  }
  if (credentials !== undefined) checkTokenServer(realm, request)
  realm.username = ''
  realm.password = ''
  return realm
}

function checkTokenServer(realm: URL, { registry, mayReceiveLogin }: TokenRequest): void {
  if (isOwnTokenServer(registry, realm) || mayReceiveLogin?.(realm) === true) return
  const scheme = realm.protocol === 'http:' ? 'http://' : ''
  const row = JSON.stringify(`${scheme}${realm.host}`)
  const found = `${registry.host} wants its login sent to ${realm.host}, which is not in its own domain`
  throw new OciError('denied', `${found}; to allow it, add ${row} to the allowed addresses`)
}

function httpRequest(realm: URL, { challenge, scopes, credentials }: TokenRequest): HttpRequest {
  const service = challenge.service ?? ''
  if (credentials?.kind === 'identity') {
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: credentials.token,
      service,
      client_id: clientId,
      scope: scopes.join(' '),
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = Buffer.from(form.toString())
    return { method: 'POST', url: realm, headers, body, timeout: tokenMilliseconds }
  }
  const url = new URL(realm)
  if (service !== '') url.searchParams.set('service', service)
  for (const scope of scopes) url.searchParams.append('scope', scope)
  if (credentials?.kind !== 'password') return { method: 'GET', url, timeout: tokenMilliseconds }
  const { username, password } = credentials
  url.searchParams.set('account', username)
  const headers = { authorization: basicHeader(username, password) }
  return { method: 'GET', url, headers, timeout: tokenMilliseconds }
}

function parseAnswer(text: string, where: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return { ...value }
  } catch {
    // Not as the cause: its message would quote the token.
    throw new OciError('bad-answer', `${where} answered something that is not JSON`)
  }
  throw new OciError('bad-answer', `${where} answered something that is not a JSON object`)
}
