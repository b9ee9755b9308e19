import type { Json, JsonObject } from '../../objects/json.ts'
import { messageType, type FieldType, type Scalar } from './message-types.ts'
import { readSpecial, type ReadEnvelope } from './special-messages.ts'
import {
  ProtobufFault,
  readPacked,
  readWire,
  type WireField,
} from '../../std/node/protobuf-wire.ts'

/** How deep messages may be in each other; schemas of custom kinds are the deepest. */
const mostDepth = 500

/** The JSON that Go makes of a message: what is left out when empty is, all else is there. */
export function readMessage(message: string, bytes: Buffer, envelope: ReadEnvelope): Json {
  return new MessageReader(envelope).read(message, bytes, 0)
}

class MessageReader {
  readonly #envelope: ReadEnvelope

  constructor(envelope: ReadEnvelope) {
    this.#envelope = envelope
  }

  read(message: string, bytes: Buffer, depth: number): Json {
    if (depth > mostDepth) throw new ProtobufFault('exceeded max depth')
    const inner = (name: string, value: Buffer) => this.read(name, value, depth + 1)
    const special = readSpecial(message, bytes, { inner, envelope: this.#envelope })
    if (special !== undefined) return special
    const type = messageType(message)
    if (type.is === 'list') {
      const items = [...readWire(bytes)].map((field) => this.#value(type.of, field, depth))
      return items.length === 0 ? null : items
    }
    const entries: [string, Json][] = []
    const values = this.#collect(type.fields, bytes, depth)
    for (const field of type.fields) this.#print(field, values.get(field.number), entries, depth)
    return Object.fromEntries(entries)
  }

  #collect(
    fields: readonly FieldType[],
    bytes: Buffer,
    depth: number,
  ): ReadonlyMap<number, Json | Json[]> {
    const values = new Map<number, Json | Json[]>()
    for (const wire of readWire(bytes)) {
      const field = fields.find(({ number }) => number === wire.number)
      // A field that is newer than the table is passed over, as Go does.
      if (field === undefined) continue
      const before = values.get(field.number)
      if (field.shape === 'one') values.set(field.number, this.#value(field.of, wire, depth))
      else {
        const list = Array.isArray(before) ? before : []
        list.push(...this.#items(field, wire, depth))
        values.set(field.number, list)
      }
    }
    return values
  }

  #items(field: FieldType, wire: WireField, depth: number): readonly Json[] {
    if (field.shape === 'map') return [this.#entry(field, wire, depth)]
    const isPacked = field.of === 'integer' && wire.is === 'bytes'
    return isPacked ? [...readPacked(wire.value)] : [this.#value(field.of, wire, depth)]
  }

  /** An entry of a map is a message with its name and its value. */
  #entry(field: FieldType, wire: WireField, depth: number): Json {
    if (wire.is !== 'bytes') throw wrongType(wire)
    const parts = new Map([...readWire(wire.value)].map((part) => [part.number, part]))
    const key = parts.get(1)
    const value = parts.get(2)
    const read =
      value === undefined ? this.#zero(field.of, depth) : this.#value(field.of, value, depth)
    return [key?.is === 'bytes' ? key.value.toString('utf8') : '', read ?? emptyInMap(field.of)]
  }

  #value(of: FieldType['of'], wire: WireField, depth: number): Json {
    if (typeof of === 'string') return readScalar(of, wire)
    if (wire.is !== 'bytes') throw wrongType(wire)
    return this.read(of.message, wire.value, depth + 1)
  }

  #print(
    field: FieldType,
    value: Json | Json[] | undefined,
    entries: [string, Json][],
    depth: number,
  ): void {
    const { name, omitEmpty, shape, of } = field
    const isStruct = shape === 'one' && typeof of === 'object' && !field.isPointer
    const isNil = value === undefined && (field.isPointer || shape !== 'one')
    const filled = value !== undefined || isNil ? value : this.#zero(of, depth)
    if (name === undefined) {
      entries.push(...Object.entries((filled ?? {}) as JsonObject))
      return
    }
    if (field.omitZero && filled === null) return
    if (filled === undefined || (!isStruct && !field.isPointer && isEmpty(filled))) {
      const isSet = filled !== undefined && filled !== null
      if (!omitEmpty) entries.push([name, isSet && shape === 'one' ? filled : null])
      return
    }
    // A list with a name of its own is no struct, though it is a message.
    if (isStruct && filled === null && omitEmpty && messageType(of.message).is === 'list') return
    entries.push([name, shape === 'map' ? mapOf(filled) : filled])
  }

  #zero(of: FieldType['of'], depth: number): Json {
    return typeof of === 'string' ? zeros[of] : this.read(of.message, Buffer.alloc(0), depth + 1)
  }
}

const zeros: Readonly<Record<Scalar, Json>> = {
  text: '',
  bytes: null,
  integer: 0,
  boolean: false,
  double: 0,
}

function readScalar(of: Scalar, wire: WireField): Json {
  if (of === 'text' && wire.is === 'bytes') return wire.value.toString('utf8')
  if (of === 'bytes' && wire.is === 'bytes') return wire.value.toString('base64')
  if (of === 'integer' && wire.is === 'integer') return wire.value
  if (of === 'boolean' && wire.is === 'integer') return wire.value !== 0
  if (of === 'double' && wire.is === 'fixed' && wire.value.length === 8) {
    return wire.value.readDoubleLE()
  }
  throw wrongType(wire)
}

function isEmpty(value: Json): boolean {
  return value === '' || value === 0 || value === false || value === null
}

/** Bytes and lists in a map are there, however empty. */
function emptyInMap(of: FieldType['of']): Json {
  if (of === 'bytes') return ''
  return typeof of === 'object' && messageType(of.message).is === 'list' ? [] : null
}

function mapOf(entries: Json): JsonObject {
  const sorted = (entries as readonly (readonly [string, Json])[]).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  return Object.fromEntries(sorted)
}

function wrongType(wire: WireField): ProtobufFault {
  return new ProtobufFault(`proto: wrong wireType for field number ${wire.number}`)
}
