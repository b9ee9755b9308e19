import { byteLength, sliceBytes } from '../../../formats/go-string.ts'
import type { FuncMap } from '../../func.ts'
import { asIs, byBytes, fromBinary, toBinary } from '../../../formats/byte-string.ts'
import { define } from '../define.ts'
import { runtimeError } from '../go-panic.ts'
import { isSpace } from '../../../formats/unicode/go-unicode.ts'
import { trimSpace } from '../../../formats/unicode/space.ts'

const trimAll = define(['string', 'string'], ([cutset, text]) => trimSet(text, cutset))

/** Functions that take away from a string. */
export const cutFunctions: FuncMap = {
  trim: define(['string'], ([text]) => trimSpace(text)),
  trimAll,
  trimall: trimAll,
  trimPrefix: define(['string', 'string'], ([prefix, text]) =>
    byBytes([text, prefix], (t, p) => (t.startsWith(p) ? t.slice(p.length) : t), fromBinary),
  ),
  trimSuffix: define(['string', 'string'], ([suffix, text]) =>
    byBytes(
      [text, suffix],
      (t, s) => (t.endsWith(s) ? t.slice(0, t.length - s.length) : t),
      fromBinary,
    ),
  ),
  hasPrefix: define(['string', 'string'], ([prefix, text]) =>
    byBytes([text, prefix], (t, p) => t.startsWith(p), asIs),
  ),
  hasSuffix: define(['string', 'string'], ([suffix, text]) =>
    byBytes([text, suffix], (t, s) => t.endsWith(s), asIs),
  ),
  contains: define(['string', 'string'], ([part, text]) =>
    byBytes([text, part], (t, p) => t.includes(p), asIs),
  ),
  trunc: define(['int', 'string'], ([count, text]) => truncate(Number(count), text)),
  substr: define(['int', 'int', 'string'], ([start, end, text]) => substring(start, end, text)),
  abbrev: define(['int', 'string'], ([width, text]) =>
    width < 4n ? text : fromBinary(abbreviate(toBinary(text), 0, Number(width))),
  ),
  abbrevboth: define(['int', 'int', 'string'], ([left, right, text]) =>
    right < 4n || (left > 0n && right < 7n)
      ? text
      : fromBinary(abbreviate(toBinary(text), Number(left), Number(right))),
  ),
  nospace: define(['string'], ([text]) => removeSpaces(text)),
  initials: define(['string'], ([text]) => firstBytes(text)),
}

function trimSet(text: string, cutset: string): string {
  const cut = new Set(cutset.toWellFormed())
  const chars = Array.from(text)
  const isCut = (char: string | undefined): boolean => cut.has((char ?? '').toWellFormed())
  let start = 0
  let end = chars.length
  while (start < end && isCut(chars[start])) start++
  while (end > start && isCut(chars[end - 1])) end--
  return chars.slice(start, end).join('')
}

function truncate(count: number, text: string): string {
  const length = byteLength(text)
  if (count < 0) return length + count > 0 ? sliceBytes(text, length + count, length) : text
  return length > count ? sliceBytes(text, 0, count) : text
}

function substring(start: bigint, end: bigint, text: string): string {
  const length = BigInt(byteLength(text))
  if (start < 0n) return checkedSlice(text, 0n, end, length)
  if (end < 0n || end > length) {
    if (start > length) throw runtimeError(`slice bounds out of range [${start}:${length}]`)
    return sliceBytes(text, Number(start), Number(length))
  }
  return checkedSlice(text, start, end, length)
}

function checkedSlice(text: string, start: bigint, end: bigint, length: bigint): string {
  if (end < 0n) throw runtimeError(`slice bounds out of range [:${end}]`)
  if (end > length) throw runtimeError(`slice bounds out of range [:${end}] with length ${length}`)
  if (start > end) throw runtimeError(`slice bounds out of range [${start}:${end}]`)
  return sliceBytes(text, Number(start), Number(end))
}

/** Shortens to `width` bytes with three dots at each end that was cut; `left` must stay visible. */
function abbreviate(text: string, left: number, width: number): string {
  if (text.length <= width) return text
  const room = width - 3
  const offset = Math.min(left, text.length - room)
  if (offset <= 4) return `${text.slice(0, room)}...`
  if (offset + room < text.length) return `...${abbreviate(text.slice(offset), 0, room)}`
  return `...${text.slice(text.length - room)}`
}

// Go's library takes each byte for a character here, and so spoils text beyond ASCII.
function removeSpaces(text: string): string {
  const bytes = toBinary(text)
  const kept = Array.from(bytes)
    .filter((byte) => !isSpace(byte))
    .join('')
  return kept.length === bytes.length ? text : kept
}

function firstBytes(text: string): string {
  const bytes = toBinary(text)
  let initials = ''
  let starts = true
  for (const byte of bytes) {
    if (isSpace(byte)) starts = true
    else if (starts) {
      initials += byte
      starts = false
    }
  }
  return initials
}
