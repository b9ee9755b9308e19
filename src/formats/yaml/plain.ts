// Whether a text written without quotes would be read back as something other than a string.
// go-yaml decides with its reader's rules, so these are those rules reduced to a yes or no; v2 and v3
// differ in two places (https://yaml.org/type/ is the origin of both).

import { isTimestamp } from './plain-timestamp.ts'

export type YamlVersion = 'v2' | 'v3'

const maybeWord = 1
const maybeFloat = 2
const maybeNumber = 3

// What the first character of a text can begin.
const hints = new Uint8Array(0x80)
for (const char of 'yYnNtTfFoO~') hints[char.charCodeAt(0)] = maybeWord
for (const char of '+-0123456789') hints[char.charCodeAt(0)] = maybeNumber
hints['.'.charCodeAt(0)] = maybeFloat

const words: ReadonlySet<string> = new Set(
  (
    'y Y yes Yes YES n N no No NO on On ON off Off OFF true True TRUE false False FALSE ' +
    '~ null Null NULL .nan .NaN .NAN .inf .Inf .INF +.inf +.Inf +.INF -.inf -.Inf -.INF'
  ).split(' '),
)
const longestWord = 5

const pointFloat = /^\.[0-9]+([eE][-+]?[0-9]+)?$/
const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/
const prefixed = /^([-+]?)0([xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)$/
// After its own prefix check v2 takes a second sign, as in 0b-1; v3 does so for octals as well.
const signedBinary = /^0b([-+])([01]+)$/
const signedOctal = /^0o([-+])([0-7]+)$/
const base60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/

/** Whether go-yaml puts the text in quotes although its characters would not need them. */
export function looksLikeOtherType(text: string, version: YamlVersion): boolean {
  if (text === '') return true
  const first = text.charCodeAt(0)
  if (first >= 0x80) return false
  switch (hints[first]) {
    case maybeWord:
      return text.length <= longestWord && words.has(text)
    case maybeFloat:
      return words.has(text) || (pointFloat.test(text) && Number.isFinite(Number(text)))
    case maybeNumber:
      return looksLikeNumber(text, version)
    default:
      return false
  }
}

function looksLikeNumber(text: string, version: YamlVersion): boolean {
  if (words.has(text) || isTimestamp(text)) return true
  const digits = text.includes('_') ? text.replaceAll('_', '') : text
  if (float.test(digits)) return Number.isFinite(Number(digits))
  if (isPrefixedInteger(digits) || isSignedInteger(digits, version)) return true
  return text.includes(':') && base60.test(text)
}

function isPrefixedInteger(digits: string): boolean {
  const match = prefixed.exec(digits)
  if (match === null) return false
  return fits64(match[1] ?? '', BigInt(`0${match[2]}`))
}

function isSignedInteger(digits: string, version: YamlVersion): boolean {
  const binary = signedBinary.exec(digits)
  if (binary !== null) return fits64(binary[1] ?? '', BigInt(`0b${binary[2]}`))
  if (version === 'v2') return false
  const octal = signedOctal.exec(digits)
  return octal !== null && fits64(octal[1] ?? '', BigInt(`0o${octal[2]}`))
}

// Signed numbers are int64, numbers without a sign may also be uint64.
function fits64(sign: string, magnitude: bigint): boolean {
  if (sign === '') return magnitude < 1n << 64n
  return sign === '-' ? magnitude <= 1n << 63n : magnitude < 1n << 63n
}
