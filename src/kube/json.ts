import type { Json } from '../objects/json.ts'
import { parseJson, printJson } from '../objects/json-text.ts'
import { KubeError } from './errors.ts'

const [zero, nine, minus, comma, colon] = [0x30, 0x39, 0x2d, 0x2c, 0x3a]
const [openList, closeList, closeObject] = [0x5b, 0x5d, 0x7d]
// 2^53 has so many digits; what is shorter is exact as a number.
const longDigits = 16

/**
 * JSON as the server wrote it: integers that a number cannot hold become bigint. That is looked for in
 * the bytes first, because reading exactly takes several times as long.
 */
export function readJson(bytes: Uint8Array): Json {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  try {
    return hasLongInteger(bytes) ? parseJson(text) : (JSON.parse(text) as Json)
  } catch (cause) {
    throw new KubeError('bad-answer', 'the answer of the server is not JSON', { cause })
  }
}

/** A value as JSON, with bigints as integers. */
export function writeJson(value: Json): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof TypeError) || !/bigint/i.test(error.message)) throw error
    return printJson(value)
  }
}

/** Whether there may be an integer of 16 digits or more. A string that looks like one counts too. */
export function hasLongInteger(bytes: Uint8Array): boolean {
  const { length } = bytes
  // So many digits in a row cannot pass between two looks that are as far apart.
  for (let at = longDigits - 1; at < length; at += longDigits) {
    if (!isDigit(bytes[at])) continue
    let start = at
    while (start > 0 && isDigit(bytes[start - 1])) start--
    let end = at + 1
    while (end < length && isDigit(bytes[end])) end++
    if (end - start >= longDigits && mayStart(bytes[start - 1]) && mayEnd(bytes[end])) return true
    at = end - 1
  }
  return false
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= zero && byte <= nine
}

function mayStart(byte: number | undefined): boolean {
  return byte === undefined || byte <= 0x20 || [minus, comma, colon, openList].includes(byte)
}

function mayEnd(byte: number | undefined): boolean {
  return byte === undefined || byte <= 0x20 || [comma, closeList, closeObject].includes(byte)
}
