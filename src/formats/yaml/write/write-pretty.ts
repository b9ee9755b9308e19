// YAML as Helm's toYamlPretty writes it: go-yaml v3 gets the value as it is, so Go's kinds show.
// Lists are indented, lines are never folded.

import { encodeBase64 } from '../../base64.ts'
import { formatFloat } from '../../format-float.ts'
import { fromBytes, toBytes } from '../../go-string.ts'
import { GoObject, Sized, TypedList, type Value } from '../../value.ts'
import { compareKeysV3, entriesInOrder } from './emit-key-order.ts'
import { emitYaml, type Dialect, type Entry, type Reduced, type TaggedText } from './emit.ts'

const binaryTag = '!!binary'
const binaryLineLength = 70
// Go's own limit is the size of its stack, at which the whole program ends.
const maxDepth = 10000

const dialect: Dialect = {
  version: 'v3',
  width: Infinity,
  listIndent: 2,
  tabsInLiterals: true,
  entriesOf: (map) => entriesInOrder(map, compareKeysV3),
  admit,
  admitKey: admit,
  numberOf,
  reduce,
  enter: (depth) => {
    if (depth > maxDepth) throw tooDeep()
  },
}

/** The YAML text of a value, without a line break at the end. Throws where Go panics, with its text. */
export function writeYamlPretty(value: Value): string {
  try {
    return emitYaml(value, dialect)
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error
  }
}

function tooDeep(): Error {
  return new Error(`value is nested deeper than ${maxDepth} levels or contains itself`)
}

// Text that is not valid UTF-8 can only be written as binary data.
function admit(text: string): string | TaggedText {
  if (text.isWellFormed()) return text
  const base64 = encodeBase64(toBytes(text))
  if (base64.length < binaryLineLength) return { tag: binaryTag, text: base64 }
  const lines = base64.match(/.{1,70}/g) ?? []
  return { tag: binaryTag, text: lines.map((line) => `${line}\n`).join('') }
}

function numberOf(value: number): string {
  if (Number.isFinite(value)) return formatFloat(value, 'g', -1)
  if (Number.isNaN(value)) return '.nan'
  return value > 0 ? '.inf' : '-.inf'
}

function reduce(value: Value): Reduced {
  if (value === null || value === undefined) return { plain: 'null' }
  if (typeof value === 'boolean') return { plain: value ? 'true' : 'false' }
  if (typeof value === 'bigint') return { plain: value.toString() }
  if (value instanceof Sized) return { plain: value.value.toString() }
  if (value instanceof Uint8Array) return { value: Array.from(value, BigInt) }
  if (value instanceof TypedList) return { value: value.items ?? [] }
  if (value instanceof GoObject) return reduceObject(value)
  // The emitter hands over maps only when they are nil.
  return { entries: [] }
}

function reduceObject(object: GoObject): Reduced {
  if (object.kind === 'func' || object.kind === 'complex128')
    throw new Error(`cannot marshal type: ${object.type}`)
  if (isTime(object)) return { plain: textOf(object.json()) }
  if (object.type === 'time.Duration') return { value: object.text() ?? '' }
  const marshalText = object.method('MarshalText')
  if (marshalText !== undefined) return { value: textOf(marshalText.call([])) }
  if (object.kind !== 'struct' && object.kind !== 'ptr') return { value: object.json() }
  return { entries: object.fields().filter(isExported).map(lowerCased) }
}

function isTime(object: GoObject): boolean {
  return object.type === 'time.Time' || object.type === '*time.Time'
}

function textOf(marshalled: Value): string {
  if (marshalled instanceof Uint8Array) return fromBytes(marshalled)
  return typeof marshalled === 'string' ? marshalled : ''
}

function isExported([name]: readonly [string, Value]): boolean {
  return /^\p{Lu}/u.test(name)
}

function lowerCased([name, value]: readonly [string, Value]): Entry {
  return [name.toLowerCase(), value]
}
