// The order in which go-yaml writes the keys of a mapping: numbers inside them by value, letters after
// everything else. It is not transitive for keys such as a1b, a2 and a10; go-yaml then prints one of
// several orders.

import { runesOf } from '../../go-string.ts'
import { isDigit as isUnicodeDigit, isLetter as isUnicodeLetter } from '../../unicode/go-unicode.ts'
import type { Value } from '../../value.ts'
import type { Entry } from './emit.ts'
import type { YamlVersion } from '../plain.ts'

// Up to this many members are put in place one by one, which is quicker than sorting.
const fewMembers = 16

/** The members of a map in the order of their keys. */
export function entriesInOrder(
  map: ReadonlyMap<string, Value>,
  compareNames: (a: string, b: string) => number,
): readonly Entry[] {
  if (map.size > fewMembers) return [...map].toSorted((a, b) => compareNames(a[0], b[0]))
  const entries: Entry[] = []
  for (const entry of map) {
    let at = entries.length
    for (; at > 0; at--) {
      const before = entries[at - 1]
      if (before === undefined || compareNames(before[0], entry[0]) <= 0) break
      entries[at] = before
    }
    entries[at] = entry
  }
  return entries
}

/** Compares two keys as go-yaml v2 does. */
export function compareKeys(a: string, b: string): number {
  return compare(a, b, 'v2')
}

/** Compares two keys as go-yaml v3 does. */
export function compareKeysV3(a: string, b: string): number {
  return compare(a, b, 'v3')
}

function compare(a: string, b: string, version: YamlVersion): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x === y) continue
    if (isAsciiLetter(x)) {
      if (isAsciiLetter(y)) return x - y
      // Where no number is near, a letter comes after whatever is none.
      if (isPunctuation(y) && !isAfterDigit(a, i)) return 1
    } else if (isPunctuation(x) && !isAfterDigit(a, i)) {
      if (isAsciiLetter(y)) return -1
      if (isPunctuation(y)) return x - y
    }
    return compareRunes(runesOf(a), runesOf(b), version)
  }
  return a.length - b.length
}

function isPunctuation(code: number): boolean {
  return code < 0x80 && !isAsciiLetter(code) && !(code >= 0x30 && code <= 0x39)
}

function isAfterDigit(text: string, at: number): boolean {
  if (at === 0) return false
  const before = text.charCodeAt(at - 1)
  return (before >= 0x30 && before <= 0x39) || before >= 0x80
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
}

function compareRunes(a: readonly number[], b: readonly number[], version: YamlVersion): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a[i] ?? 0
    const y = b[i] ?? 0
    if (x === y) continue
    const xLetter = isLetter(x)
    const yLetter = isLetter(y)
    if (xLetter && yLetter) return x - y
    if (xLetter || yLetter) {
      const letterFirst = version === 'v3' && i > 0 && isDigit(a[i - 1] ?? 0)
      return xLetter === letterFirst ? -1 : 1
    }
    return compareNumbers(a, b, i)
  }
  return a.length - b.length
}

function compareNumbers(a: readonly number[], b: readonly number[], at: number): number {
  const leading = followsNonZeroDigit(a, b, at) ? 1 : 0
  const aEnd = endOfDigits(a, at)
  const bEnd = endOfDigits(b, at)
  const x = numberAt(a, at, aEnd, leading)
  const y = numberAt(b, at, bEnd, leading)
  if (x !== y) return x < y ? -1 : 1
  if (aEnd !== bEnd) return aEnd - bEnd
  return (a[at] ?? 0) - (b[at] ?? 0)
}

// A zero counts only as part of the number that it continues.
function followsNonZeroDigit(a: readonly number[], b: readonly number[], at: number): boolean {
  const zero = 0x30
  if (a[at] !== zero && b[at] !== zero) return false
  for (let i = at - 1; i >= 0 && isDigit(a[i] ?? 0); i--) if (a[i] !== zero) return true
  return false
}

function endOfDigits(runes: readonly number[], from: number): number {
  let end = from
  while (end < runes.length && isDigit(runes[end] ?? 0)) end++
  return end
}

// Go counts in int64, which wraps. Numbers that are exact as a float64 are given as such.
function numberAt(
  runes: readonly number[],
  from: number,
  end: number,
  leading: number,
): number | bigint {
  let value = leading
  for (let i = from; i < end; i++) value = value * 10 + ((runes[i] ?? 0) - 0x30)
  if (Number.isSafeInteger(value)) return value
  let wrapped = BigInt(leading)
  for (let i = from; i < end; i++)
    wrapped = BigInt.asIntN(64, wrapped * 10n + BigInt((runes[i] ?? 0) - 0x30))
  return Number.isSafeInteger(Number(wrapped)) ? Number(wrapped) : wrapped
}

function isLetter(rune: number): boolean {
  if (rune < 0x80) return isAsciiLetter(rune)
  return isUnicodeLetter(String.fromCodePoint(rune))
}

function isDigit(rune: number): boolean {
  if (rune < 0x80) return rune >= 0x30 && rune <= 0x39
  return isUnicodeDigit(String.fromCodePoint(rune))
}
