// Anchors, aliases and tags.

import { fromBytes } from '../../go-string.ts'
import {
  at,
  backquote,
  closeBrace,
  closeBracket,
  colon,
  comma,
  exclamation,
  greater,
  hexValue,
  isBlankOrEnd,
  isUri,
  isWord,
  less,
  percent,
  question,
} from './characters.ts'
import type { Cursor } from './cursor.ts'
import { widthOf } from './source-decoding.ts'

export interface Tag {
  /** `!`, `!!` or `!name!`; empty for a tag that is written in full. */
  readonly handle: string
  readonly suffix: string
}

/** Scans the name behind `&` or `*`. */
export function scanAnchor(cursor: Cursor): string {
  cursor.at++
  const name = scanWord(cursor)
  const next = cursor.code()
  const isEnded =
    isBlankOrEnd(next) ||
    next === question ||
    next === colon ||
    next === comma ||
    next === closeBracket ||
    next === closeBrace ||
    next === percent ||
    next === at ||
    next === backquote
  if (name === '' || !isEnded) cursor.fail('did not find expected alphabetic or numeric character')
  return name
}

/** Scans a tag whose `!` is here. */
export function scanTag(cursor: Cursor): Tag {
  cursor.need(2)
  const tag = cursor.codeAfter(1) === less ? scanFullTag(cursor) : scanShortTag(cursor)
  cursor.need(1)
  if (!isBlankOrEnd(cursor.code())) cursor.fail('did not find expected whitespace or line break')
  return tag
}

/** Scans the letters, digits, `_` and `-` that are here, if any. */
export function scanWord(cursor: Cursor): string {
  cursor.need(1)
  const from = cursor.at
  while (isWord(cursor.code())) {
    cursor.at++
    cursor.need(1)
  }
  return cursor.text.slice(from, cursor.at)
}

/** Scans a handle. A text that only looks like the beginning of one is returned as it is. */
export function scanHandle(cursor: Cursor, within: 'tag' | 'directive'): string {
  cursor.need(1)
  if (cursor.code() !== exclamation) cursor.fail("did not find expected '!'")
  const from = cursor.at
  cursor.at++
  scanWord(cursor)
  if (cursor.code() === exclamation) cursor.at++
  else if (within === 'directive' && cursor.at > from + 1) cursor.fail("did not find expected '!'")
  return cursor.text.slice(from, cursor.at)
}

/** Scans the rest of a tag of which `head` has been scanned already. It may be empty only with a head. */
export function scanUri(cursor: Cursor, head: string): string {
  let uri = head.slice(1)
  cursor.need(1)
  const from = cursor.at
  while (isUri(cursor.code())) {
    if (cursor.code() === percent) uri += scanUriEscape(cursor)
    else {
      uri += cursor.text.charAt(cursor.at)
      cursor.at++
    }
    cursor.need(1)
  }
  if (head === '' && cursor.at === from) cursor.fail('did not find expected tag URI')
  return uri
}

function scanFullTag(cursor: Cursor): Tag {
  cursor.at += 2
  const suffix = scanUri(cursor, '')
  if (cursor.code() !== greater) cursor.fail("did not find the expected '>'")
  cursor.at++
  return { handle: '', suffix }
}

function scanShortTag(cursor: Cursor): Tag {
  const head = scanHandle(cursor, 'tag')
  if (head.length > 1 && head.endsWith('!')) return { handle: head, suffix: scanUri(cursor, '') }
  const suffix = scanUri(cursor, head)
  return suffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix }
}

// The escaped bytes of one character.
function scanUriEscape(cursor: Cursor): string {
  const octets: number[] = []
  let left = 1
  do {
    cursor.need(3)
    const high = hexValue(cursor.codeAfter(1))
    const low = hexValue(cursor.codeAfter(2))
    if (cursor.code() !== percent || high < 0 || low < 0)
      cursor.fail('did not find URI escaped octet')
    const octet = high * 16 + low
    if (octets.length === 0) {
      left = widthOf(octet)
      if (left === 0) cursor.fail('found an incorrect leading UTF-8 octet')
    } else if ((octet & 0xc0) !== 0x80) cursor.fail('found an incorrect trailing UTF-8 octet')
    octets.push(octet)
    cursor.at += 3
  } while (--left > 0)
  return fromBytes(Uint8Array.from(octets))
}
