import { quote } from '../quote.ts'
import { fromBinary } from '../byte-string.ts'

// Percent escapes as Go's net/url has them. All texts here are binary: one character per byte.

export type UrlPart = 'path' | 'segment' | 'host' | 'zone' | 'user' | 'fragment'

/** Why a text is not a URL, in Go's words. */
export class UrlError extends Error {}

const hostCharacters = /[A-Za-z0-9!$&'()*+,;=:[\]<>"\-_.~]/

/** The characters that stay as they are in each part. */
const unescaped: Readonly<Record<UrlPart, RegExp>> = {
  path: /[A-Za-z0-9\-_.~$&+,/:;=@]/,
  segment: /[A-Za-z0-9\-_.~$&+:=@]/,
  host: hostCharacters,
  zone: hostCharacters,
  user: /[A-Za-z0-9\-_.~$&+,;=]/,
  fragment: /[A-Za-z0-9\-_.~$&+,/:;=?@!()*]/,
}

export function escapeUrl(text: string, part: UrlPart): string {
  return text.replaceAll(/[^]/g, (char) => (unescaped[part].test(char) ? char : percent(char)))
}

export function unescapeUrl(text: string, part: UrlPart): string {
  const isHost = part === 'host' || part === 'zone'
  if (!isHost && !text.includes('%')) return text
  return text.replaceAll(/%[^]{0,2}|[^]/g, (found) => {
    if (found.startsWith('%')) return decode(found, part)
    if (isHost && found.charCodeAt(0) < 0x80 && !unescaped[part].test(found)) {
      throw new UrlError(`invalid character ${quote(found)} in host name`)
    }
    return found
  })
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
}

function decode(escape: string, part: UrlPart): string {
  if (!/^%[0-9A-Fa-f]{2}$/.test(escape)) throw badEscape(escape)
  const char = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  if (escape === '%25') return char
  // A host may hold escapes of non-ASCII bytes only, a zone also of what needs no escape.
  if (part === 'host' && char < '\u{80}') throw badEscape(escape)
  if (part === 'zone' && char !== ' ' && !unescaped.host.test(char)) throw badEscape(escape)
  return char
}

function badEscape(escape: string): UrlError {
  return new UrlError(`invalid URL escape ${quote(fromBinary(escape))}`)
}
