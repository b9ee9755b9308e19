import { quote } from '../quote.ts'
import { fromBinary } from '../byte-string.ts'
import { checkAddress } from './ip-address.ts'
import { unescapeUrl, UrlError } from './escape.ts'

/** A URL taken apart by the rules of Go's net/url. Texts are binary: one character per byte. */
export interface Url {
  readonly scheme: string
  readonly opaque: string
  readonly user: UserInfo | undefined
  readonly host: string
  readonly path: string
  readonly query: string
  readonly fragment: string
}

export interface UserInfo {
  readonly name: string
  /** Undefined where there is none, which is not the same as an empty one. */
  readonly password: string | undefined
}

/** Parses binary text; throws a UrlError with Go's text. */
export function parseUrl(text: string): Url {
  const [body, fragment] = cut(text, '#')
  const url = explained(body, () => parseBody(body))
  if (fragment === '') return url
  return explained(text, () => ({ ...url, fragment: unescapeUrl(fragment, 'fragment') }))
}

const empty: Url = {
  scheme: '',
  opaque: '',
  user: undefined,
  host: '',
  path: '',
  query: '',
  fragment: '',
}

function explained<Result>(text: string, parse: () => Result): Result {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof UrlError)) throw error
    throw new UrlError(`parse ${quote(fromBinary(text))}: ${error.message}`, { cause: error })
  }
}

function parseBody(text: string): Url {
  if (/[\0-\x1f\x7f]/.test(text)) throw new UrlError('net/url: invalid control character in URL')
  if (text === '*') return { ...empty, path: '*' }
  const [scheme, afterScheme] = splitScheme(text)
  const [rest, query] = cut(afterScheme, '?')
  const url = { ...empty, scheme, query }
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...url, opaque: rest }
    if (cut(rest, '/')[0].includes(':')) {
      throw new UrlError('first path segment in URL cannot contain colon')
    }
  }
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || !rest.startsWith('///'))
  if (!hasAuthority) return { ...url, path: unescapeUrl(rest, 'path') }
  const slash = rest.indexOf('/', 2)
  const end = slash < 0 ? rest.length : slash
  const authority = parseAuthority(scheme, rest.slice(2, end))
  return { ...url, ...authority, path: unescapeUrl(rest.slice(end), 'path') }
}

function splitScheme(text: string): [scheme: string, rest: string] {
  if (text.startsWith(':')) throw new UrlError('missing protocol scheme')
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1]
  return scheme === undefined ? ['', text] : [scheme.toLowerCase(), text.slice(scheme.length + 1)]
}

function parseAuthority(scheme: string, authority: string): Pick<Url, 'user' | 'host'> {
  const at = authority.lastIndexOf('@')
  const host = parseHost(scheme, authority.slice(at + 1))
  return { host, user: at < 0 ? undefined : parseUser(authority.slice(0, at)) }
}

function parseUser(text: string): UserInfo {
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(text)) {
    throw new UrlError('net/url: invalid userinfo')
  }
  const [name, password] = cut(text, ':')
  return {
    name: unescapeUrl(name, 'user'),
    password: text.includes(':') ? unescapeUrl(password, 'user') : undefined,
  }
}

function parseHost(scheme: string, host: string): string {
  const bracket = host.lastIndexOf('[')
  if (bracket > 0) throw new UrlError('invalid IP-literal')
  if (bracket === 0) return parseAddress(host)
  // Only http and https are strict about a second colon, because database URLs list several hosts.
  const isStrict = scheme === 'http' || scheme === 'https'
  const colon = isStrict ? host.indexOf(':') : host.lastIndexOf(':')
  if (colon >= 0) checkPort(host.slice(colon))
  return unescapeUrl(host, 'host')
}

/** A host in brackets: an IPv6 address with an optional zone, and an optional port. */
function parseAddress(host: string): string {
  const close = host.lastIndexOf(']')
  if (close < 0) throw new UrlError("missing ']' in host")
  const port = host.slice(close + 1)
  checkPort(port)
  const inside = host.slice(1, close)
  const zone = inside.indexOf('%25')
  const address =
    zone < 0
      ? unescapeUrl(inside, 'host')
      : unescapeUrl(inside.slice(0, zone), 'host') + unescapeUrl(inside.slice(zone), 'zone')
  const check = checkAddress(fromBinary(address))
  if (typeof check === 'string') throw new UrlError(`invalid host: ${check}`)
  if (check === 4) throw new UrlError('invalid IP-literal')
  return `[${address}]${port}`
}

function checkPort(text: string): void {
  if (!/^(?::[0-9]*)?$/.test(text)) {
    throw new UrlError(`invalid port ${quote(fromBinary(text))} after host`)
  }
}

function cut(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
