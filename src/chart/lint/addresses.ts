// The e-mail addresses and URLs that the library of Helm's linter (asaskevich/govalidator) accepts,
// which are not those of the RFCs.

import { toBinary } from '../../formats/byte-string.ts'
import { byteLength, runesOf } from '../../formats/go-string.ts'
import { compileRegexp, type Regexp } from '../../formats/regexp.ts'
import { UrlError } from '../../formats/url/escape.ts'
import { parseUrl, type Url } from '../../formats/url/parse.ts'

// Letters beyond ASCII, as both halves of an address may have them.
const beyond = '\\u00A0-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFEF'

/** Whether a text is an e-mail address. */
export function isEmail(text: string): boolean {
  return emailShape.test(text)
}

const atom = `[a-zA-Z0-9!#$%&'*+\\-/=?^_\`{|}~${beyond}]+`
const blank = '(?:(?:[ \\t]*\\r\\n)?[ \\t]+)?'
const sign = `(?:[\\x01-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f!#-\\[\\]-~${beyond}]|\\([\\x01-\\x09\\x0b-\\x7f])`
// A slip of the library: each sign wants a quotation mark of its own before it.
const quotedText = `(?:"${blank}${sign})*${blank}"`
const inner = `[a-zA-Z0-9${beyond}]`
const last = `[a-zA-Z${beyond}]`
const emailShape = new RegExp(
  `^(?:${atom}(?:\\.${atom})*|${quotedText})` +
    `@${inner}(?:[a-zA-Z0-9\\-._~${beyond}]*${inner})?\\.` +
    `${last}(?:[a-zA-Z0-9\\-_~${beyond}]*${last})?\\.?$`,
)

/** Whether a text is what Go's url.ParseRequestURI takes, with a scheme. */
export function isRequestUrl(text: string): boolean {
  // A request has no fragment: its sign is a character like others there.
  const url = tryParse(text.replaceAll('#', '%23'))
  return url !== undefined && url.scheme !== ''
}

const longestUrl = 2083
const shortestUrl = 3

/** Whether a text is the address of something on the web; the scheme may be missing. */
export function isUrl(text: string): boolean {
  if (runesOf(text).length >= longestUrl || byteLength(text) <= shortestUrl) return false
  if (text.startsWith('.')) return false
  const hasPortOnly = text.includes(':') && !text.includes('://')
  const url = tryParse(hasPortOnly ? `http://${text}` : text)
  if (url === undefined || url.host.startsWith('.')) return false
  if (url.host === '' && url.path !== '' && !url.path.includes('.')) return false
  urlShape ??= compileRegexp(urlPattern)
  return urlShape.matches(text)
}

function tryParse(text: string): Url | undefined {
  try {
    return parseUrl(toBinary(text))
  } catch (error) {
    if (error instanceof UrlError) return undefined
    throw error
  }
}

// Compiled when first needed, by an engine that a long text cannot slow down.
let urlShape: Regexp | undefined

const wide = '[a-zA-Z0-9\\x{00a1}-\\x{ffff}]'
const octet = '(?:[0-9]{1,2}|1[0-9]{2}|2[0-4][0-9]|25[0-5])'
const ipv4 = `(?:[1-9][0-9]?|1[0-9]{2}|2[01][0-9]|22[0-3]|24[0-9]|25[0-5])(?:\\.${octet}){3}`
// Eight groups, or fewer around one double colon; the library's own list of cases says little more.
const group = '[0-9a-fA-F]{1,4}'
const ipv6 = `\\[(?:(?:${group}:){7}${group}|(?:${group}(?::${group}){0,6})?::(?:${group}(?::${group}){0,6})?)\\]`
const dashed = '[a-zA-Z0-9][a-zA-Z0-9_-]*[a-zA-Z0-9](?:[-.][a-zA-Z0-9]+)*'
const dotted = '[a-zA-Z0-9](?:[-_.]?[a-zA-Z0-9])*[a-zA-Z0-9]\\.[a-zA-Z0-9]+'
const host = `(?:${dashed}|www\\.|${dotted})?${wide}(?:-{0,2}${wide})*(?:\\.[a-zA-Z\\x{00a1}-\\x{ffff}]+)?`
const urlPattern = [
  '^(?:(?:ftp|tcp|udp|wss?|https?)://)?',
  '(?:\\S+(?::\\S*)?@)?',
  `(?:${ipv4}|${ipv6}|${host})\\.?`,
  '(?::[0-9]{1,5})?',
  '(?:[/?#]\\S*)?$',
].join('')
