// The order in which go-yaml writes the keys of a mapping: numbers inside them by value, letters after
// everything else. It is not transitive for keys such as a1b, a2 and a10; go-yaml then prints one of
// several orders.

import { runesOf } from '../go-string.ts'
import type { YamlVersion } from './plain.ts'

const letter = /\p{L}/u
const digit = /\p{Nd}/u

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
    if (isAsciiLetter(x) && isAsciiLetter(y)) return x - y
    return compareRunes(runesOf(a), runesOf(b), version)
  }
  return a.length - b.length
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
  return letter.test(String.fromCodePoint(rune))
}

function isDigit(rune: number): boolean {
  if (rune < 0x80) return rune >= 0x30 && rune <= 0x39
  return digit.test(String.fromCodePoint(rune))
}
