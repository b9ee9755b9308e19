// YAML as Helm's toYaml writes it. Helm encodes the value as JSON, has go-yaml v2 read that text and
// write what it read. The detour shows: integral floats become integers, structs lose what JSON does
// not carry, some characters make the reader fail. Here the value is written directly, as if it had
// gone that way; only a failure is looked for in the JSON text, to name what Go meets first.

import { encodeBase64 } from '../../base64.ts'
import { formatFloat } from '../../format-float.ts'
import { replaceInvalid, runesOf } from '../../go-string.ts'
import { Sized, TypedList, type GoObject, type Value } from '../../value.ts'
import { writeJsonString } from '../../json/encode-string.ts'
import { compareKeys, entriesInOrder } from './emit-key-order.ts'
import { emitYaml, type Dialect, type Entry, type Reduced } from './emit.ts'
import { explainFailure } from './write-failure.ts'

/** Says that the value cannot be written; why is found out afterwards. */
class UnwritableError extends Error {}

// The reader gives up on a key whose colon is further than 1024 characters away.
const longestKey = 1024
const longestEscape = 6
const maxDepth = 10000

const nextLine = /[ ]*\u0085[ \u0085]*/g
const forbidden = /[\u007f-\u0084\u0086-\u009f\ufffe\uffff]/
const documentMarker = /\u0085(?:---|\.\.\.)[ \u0085]/

const dialect: Dialect = {
  version: 'v2',
  width: 80,
  listIndent: 0,
  tabsInLiterals: false,
  entriesOf,
  admit: readBack,
  admitKey,
  numberOf,
  reduce,
  enter: (depth) => {
    if (depth > maxDepth) throw new UnwritableError()
  },
}

/** The YAML text of a value, without a line break at the end. Throws an error with Go's text. */
export function writeYaml(value: Value): string {
  try {
    return emitYaml(value, dialect)
  } catch (error) {
    if (error instanceof UnwritableError || error instanceof RangeError)
      throw explainFailure(value, error)
    throw error
  }
}

function entriesOf(map: ReadonlyMap<string, Value>): readonly Entry[] {
  let wellFormed = true
  for (const key of map.keys()) {
    if (key.length * longestEscape + 2 > longestKey) checkLongKey(key)
    if (!key.isWellFormed()) wellFormed = false
  }
  return entriesInOrder(wellFormed ? map : mergeReplacedKeys(map), compareKeys)
}

function checkLongKey(key: string): void {
  const json = writeJsonString(key, true)
  if (json.length > longestKey && runesOf(json).length > longestKey) throw new UnwritableError()
}

// Keys that differ only in invalid bytes become one, and the last in the order of bytes wins.
function mergeReplacedKeys(map: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  return new Map(
    [...map]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [replaceInvalid(key), value]),
  )
}

/** The string that go-yaml's reader makes of a text in JSON quotes. */
function readBack(text: string): string {
  if (forbidden.test(text)) throw new UnwritableError()
  const valid = replaceInvalid(text)
  if (!valid.includes('\u0085')) return valid
  if (documentMarker.test(valid)) throw new UnwritableError()
  return valid.replaceAll(nextLine, foldLines)
}

// A key must stand on one line.
function admitKey(key: string): string {
  if (key.includes('\u0085')) throw new UnwritableError()
  return readBack(key)
}

// One line break reads as a space, more of them as one break less.
function foldLines(breaks: string): string {
  const count = breaks.split('\u0085').length - 1
  return count === 1 ? ' ' : '\n'.repeat(count - 1)
}

// Integers of 64 bits stay integers; everything else is a float in go-yaml's notation.
function numberOf(value: number): string {
  if (Number.isInteger(value) && value > -(2 ** 63) && value < 2 ** 64)
    return value === 0 ? '0' : String(value)
  if (!Number.isFinite(value)) throw new UnwritableError()
  return formatFloat(value, 'g', -1)
}

function reduce(value: Value): Reduced {
  if (value === null || value === undefined) return { plain: 'null' }
  if (typeof value === 'boolean') return { plain: value ? 'true' : 'false' }
  if (typeof value === 'bigint') return { plain: value.toString() }
  if (value instanceof Sized) return { plain: value.value.toString() }
  if (value instanceof Uint8Array) return { value: encodeBase64(value) }
  if (value instanceof TypedList)
    return value.items === undefined ? { plain: 'null' } : { value: value.items }
  // The emitter hands over maps only when they are nil.
  if (value instanceof Map) return { plain: 'null' }
  const object = value as GoObject
  if (object.kind === 'func' || object.kind === 'complex128') throw new UnwritableError()
  return { value: jsonOf(object) }
}

/** The JSON form of an object; encoding/json refuses some objects. */
function jsonOf(object: GoObject): Value {
  try {
    return object.json()
  } catch (cause) {
    throw new UnwritableError('', { cause })
  }
}
