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

/** How each byte is written in each part; a pattern asked for every character costs ten times as much. */
const written = Object.fromEntries(
  Object.entries(unescaped).map(([part, stays]) => [part, writtenBytes(stays)]),
) as Readonly<Record<UrlPart, readonly string[]>>

function writtenBytes(stays: RegExp): readonly string[] {
  return Array.from({ length: 256 }, (_, code) => {
    const char = String.fromCharCode(code)
    return stays.test(char) ? char : `%${code.toString(16).toUpperCase().padStart(2, '0')}`
  })
}

export function escapeUrl(text: string, part: UrlPart): string {
  const bytes = written[part]
  let escaped = ''
  for (let at = 0; at < text.length; at++) escaped += bytes[text.charCodeAt(at)] ?? ''
  return escaped
}

export function unescapeUrl(text: string, part: UrlPart): string {
  const isHost = part === 'host' || part === 'zone'
  if (!isHost && !text.includes('%')) return text
  return text.replaceAll(/%[^]{0,2}|[^]/g, (found) => {
    if (found.startsWith('%')) return decode(found, part)
    if (isHost && found < '\u{80}' && written[part][found.charCodeAt(0)] !== found) {
      throw new UrlError(`invalid character ${quote(found)} in host name`)
    }
    return found
  })
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
