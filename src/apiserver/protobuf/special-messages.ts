import { parseJson } from '../../objects/json-text.ts'
import type { Json } from '../../objects/json.ts'
import { ProtobufFault, readWire, type WireField } from '../../std/node/protobuf-wire.ts'

/** Reads a message inside another. */
export type ReadInner = (message: string, bytes: Buffer) => Json
/** Reads bytes that are an object in an envelope of its own. */
export type ReadEnvelope = (bytes: Buffer) => Json

type ReadSpecial = (fields: ReadonlyMap<number, WireField>, read: Readers) => Json

interface Readers {
  readonly inner: ReadInner
  readonly envelope: ReadEnvelope
}

const schemaProps = 'apiextensions.v1.JSONSchemaProps'

// Types whose JSON is not that of their fields.
const special: Readonly<Record<string, ReadSpecial>> = {
  'meta.v1.Time': (fields) => readTime(fields, 0),
  'meta.v1.MicroTime': (fields) => readTime(fields, 6),
  'meta.v1.Duration': (fields) => goDuration(BigInt(integerIn(fields, 1))),
  'meta.v1.FieldsV1': readRaw,
  'pkg.runtime.RawExtension': readRaw,
  'apiextensions.v1.JSON': readRaw,
  'api.resource.Quantity': (fields) => textIn(fields, 1) || '0',
  'util.intstr.IntOrString': (fields) =>
    integerIn(fields, 1) === 0 ? integerIn(fields, 2) : textIn(fields, 3),
  'apiextensions.v1.JSONSchemaPropsOrBool': (fields, { inner }) =>
    innerIn(fields, 2, inner) ?? integerIn(fields, 1) !== 0,
  'apiextensions.v1.JSONSchemaPropsOrArray': (fields, { inner }) =>
    fields.has(2) ? null : (innerIn(fields, 1, inner) ?? null),
  'apiextensions.v1.JSONSchemaPropsOrStringArray': (fields, { inner }) =>
    fields.has(2) ? null : (innerIn(fields, 1, inner) ?? null),
}

/** The JSON of a message that has rules of its own; undefined when it has none. */
export function readSpecial(message: string, bytes: Buffer, read: Readers): Json | undefined {
  const rule = Object.hasOwn(special, message) ? special[message] : undefined
  if (rule === undefined) return undefined
  const found = [...readWire(bytes)]
  const value = rule(new Map(found.map((field) => [field.number, field])), read)
  if (value !== null || !/PropsOr(?:String)?Array$/.test(message)) return value
  return readItems(message, found, read.inner)
}

/** One schema or several; one list of names or a schema. */
function readItems(message: string, found: readonly WireField[], inner: ReadInner): Json {
  const items = found.flatMap((field) => {
    if (field.number !== 2 || field.is !== 'bytes') return []
    return [
      message.endsWith('StringArray') ? field.value.toString() : inner(schemaProps, field.value),
    ]
  })
  return items.length === 0 ? null : items
}

function readRaw(fields: ReadonlyMap<number, WireField>, { envelope }: Readers): Json {
  const bytes = bytesIn(fields, 1)
  if (bytes.length === 0) return null
  if (bytes.subarray(0, 4).toString('latin1') === 'k8s\0') return envelope(bytes)
  try {
    return parseJson(bytes.toString('utf8'))
  } catch (cause) {
    throw new ProtobufFault('json: error calling MarshalJSON for a raw value', { cause })
  }
}

/** In UTC; null when it is not set. */
function readTime(fields: ReadonlyMap<number, WireField>, digits: number): Json {
  const seconds = Number(integerIn(fields, 1))
  const nanos = Number(integerIn(fields, 2))
  if (seconds === 0 && nanos === 0) return null
  const date = new Date(seconds * 1000)
  const year = date.getUTCFullYear()
  if (!(year >= 0 && year <= 9999)) throw new ProtobufFault('year outside of range [0,9999]')
  const whole = date.toISOString().slice(0, 19)
  if (digits === 0) return `${whole}Z`
  return `${whole}.${String(nanos).padStart(9, '0').slice(0, digits)}Z`
}

const units = [
  [3_600_000_000_000n, 'h'],
  [60_000_000_000n, 'm'],
] as const

/** Go's way to write a duration. */
function goDuration(nanos: bigint): string {
  if (nanos === 0n) return '0s'
  let rest = nanos < 0n ? -nanos : nanos
  let text = nanos < 0n ? '-' : ''
  if (rest < 1_000_000_000n) return text + belowSecond(rest)
  let isStarted = false
  for (const [size, unit] of units) {
    isStarted ||= rest >= size
    if (isStarted) text += `${rest / size}${unit}`
    rest %= size
  }
  return `${text}${decimal(rest, 9)}s`
}

function belowSecond(nanos: bigint): string {
  if (nanos < 1000n) return `${nanos}ns`
  return nanos < 1_000_000n ? `${decimal(nanos, 3)}µs` : `${decimal(nanos, 6)}ms`
}

function decimal(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -places) : `${digits.slice(0, -places)}.${fraction}`
}

function bytesIn(fields: ReadonlyMap<number, WireField>, number: number): Buffer {
  const field = fields.get(number)
  return field?.is === 'bytes' ? field.value : Buffer.alloc(0)
}

function textIn(fields: ReadonlyMap<number, WireField>, number: number): string {
  return bytesIn(fields, number).toString('utf8')
}

function integerIn(fields: ReadonlyMap<number, WireField>, number: number): bigint | number {
  const field = fields.get(number)
  return field?.is === 'integer' ? field.value : 0
}

function innerIn(
  fields: ReadonlyMap<number, WireField>,
  number: number,
  inner: ReadInner,
): Json | undefined {
  return fields.has(number) ? inner(schemaProps, bytesIn(fields, number)) : undefined
}
