// Prints one value under one directive, as Go's fmt does for the same kind.

import { Complex } from '../../formats/complex.ts'
import { compareStrings, fromBytes } from '../../formats/go-string.ts'
import {
  GoObject,
  Sized,
  TypedList,
  TypedMap,
  isTypedNil,
  itemsOf,
  typeOf,
  type Value,
} from '../../formats/value.ts'
import { formatComplexVerb, formatFloatVerb } from './float.ts'
import { formatDigits, formatInteger, formatPrefixedHex } from './integer.ts'
import { pad } from './pad.ts'
import { checkStringLength, LimitError, maxValueParts } from '../limits.ts'
import { defaultSpec, type Spec } from './spec.ts'
import { formatHexBytes, formatPlain, formatText } from './text.ts'

const nilText = '<nil>'
const stringVerbs = 'vsxXq'
// Go prints where a value lies in memory; ours lies nowhere, so that renders stay reproducible.
const someAddress = 0xc000000000n

/** Pays for what is printed, before all of it is: throws when there are no more steps. */
export type Spend = (steps: number) => void

/** An argument of a print function. */
export function printArgument(value: Value, spec: Spec, spend: Spend): string {
  const place = outermost(spend)
  if (value === undefined || value === null) {
    const isPlain = spec.verb === 'v' || spec.verb === 'T'
    return isPlain ? pad(nilText, spec) : complain(value, spec, place)
  }
  if (spec.verb === 'T') return formatPlain(typeOf(value), spec)
  if (spec.verb === 'p') return printPointer(value, spec, place)
  if (isBytes(value)) return printByteArgument(value, spec, place)
  return printWithMethods(value, spec, place) ?? printKind(value, spec, place)
}

interface PrintContext {
  readonly depth: number
  /** False below unexported fields, whose methods Go cannot call. */
  readonly hasMethods: boolean
  /** How much more may be printed of the argument. */
  readonly meter: { parts: number; characters: number; readonly spend: Spend }
}

function outermost(spend: Spend): PrintContext {
  return { depth: 0, hasMethods: true, meter: { parts: maxValueParts, characters: 0, spend } }
}

const charactersPerPart = 32

/** Counts what is printed: a small value that shares its parts may be endless in print. */
function count({ meter }: PrintContext, characters: number): void {
  const parts = 1 + Math.floor(characters / charactersPerPart)
  meter.spend(parts)
  meter.characters += characters
  checkStringLength(meter.characters)
  meter.parts -= parts
  if (meter.parts >= 0) return
  const message = `a value with more than ${maxValueParts} parts cannot be printed`
  throw new LimitError('string-length', message)
}

/** An element of a list, a map or a struct. */
function printElement(value: Value, spec: Spec, place: PrintContext): string {
  if (value === undefined || value === null) return spec.sharpV ? 'interface {}(nil)' : nilText
  const inner = { ...place, depth: place.depth + 1 }
  const text = place.hasMethods ? printWithMethods(value, spec, inner) : undefined
  if (text === undefined) return printKind(value, spec, inner)
  count(place, text.length)
  return text
}

/** `%!d(string=x)`: the verb does not go with the value. */
function complain(value: Value, spec: Spec, { meter }: PrintContext): string {
  if (value === undefined || value === null) return `%!${spec.verb}(${nilText})`
  const shown = printArgument(value, { ...spec, verb: 'v', isComplaint: true }, meter.spend)
  return `%!${spec.verb}(${typeOf(value)}=${shown})`
}

/** The text of the value's own String, Error or GoString method; undefined where none is called. */
function printWithMethods(value: Value, spec: Spec, place: PrintContext): string | undefined {
  if (spec.isComplaint) return undefined
  if (spec.verb === 'w') return complain(value, spec, place)
  if (!(value instanceof GoObject)) return undefined
  if (spec.sharpV) {
    const text = value.method('GoString')?.call([])
    return typeof text === 'string' ? formatPlain(text, spec) : undefined
  }
  if (!stringVerbs.includes(spec.verb)) return undefined
  const text = value.text()
  return text === undefined ? undefined : formatText(text, spec)
}

function printKind(value: Value, spec: Spec, place: PrintContext): string {
  const text = printScalar(value, spec)
  count(place, text?.length ?? 0)
  return text ?? printContainer(value, spec, place) ?? complain(value, spec, place)
}

function printScalar(value: Value, spec: Spec): string | undefined {
  switch (typeof value) {
    case 'string':
      return formatText(value, spec)
    case 'number':
      return formatFloatVerb(value, spec)
    case 'bigint':
      return formatInteger(value, true, spec)
    case 'boolean':
      return spec.verb === 't' || spec.verb === 'v' ? pad(String(value), spec) : undefined
    default:
      if (value instanceof Sized) {
        return formatInteger(value.value, !value.kind.startsWith('u'), spec)
      }
      return value instanceof Complex ? formatComplexVerb(value, spec) : undefined
  }
}

function printContainer(value: Value, spec: Spec, place: PrintContext): string | undefined {
  if (value instanceof Complex) return undefined
  if (value instanceof GoObject) return printObject(value, spec, place)
  if (value instanceof Map) return printMap(value, spec, place)
  if (isBytes(value)) return printBytes(value, spec, place)
  if (Array.isArray(value) || value instanceof TypedList) return printList(value, spec, place)
  return undefined
}

function printList(list: readonly Value[] | TypedList, spec: Spec, place: PrintContext): string {
  const items = itemsOf(list).map((item) => printElement(item, spec, place))
  if (!spec.sharpV) return enclose('[', items, ' ', ']')
  return isTypedNil(list) ? `${typeOf(list)}(nil)` : enclose(`${typeOf(list)}{`, items, ', ', '}')
}

function printMap(map: ReadonlyMap<string, Value>, spec: Spec, place: PrintContext): string {
  if (spec.sharpV && map instanceof TypedMap && map.isNil) return `${map.type}(nil)`
  const entries = [...map]
    .toSorted(([a], [b]) => compareStrings(a, b))
    .map(([key, value]) => `${printElement(key, spec, place)}:${printElement(value, spec, place)}`)
  return spec.sharpV
    ? enclose(`${typeOf(map)}{`, entries, ', ', '}')
    : enclose('map[', entries, ' ', ']')
}

/** Texts one after the other. Added up, not joined: joining copies what is deep inside once for every level. */
function enclose(open: string, parts: readonly string[], between: string, close: string): string {
  let text = open
  for (const [at, part] of parts.entries()) text += at === 0 ? part : between + part
  return text + close
}

function printObject(object: GoObject, spec: Spec, place: PrintContext): string | undefined {
  const { kind } = object
  if (kind === 'int' || kind === 'int64')
    return formatInteger(numberBehind(object) ?? 0n, true, spec)
  if (kind === 'struct') return printStruct(object, object.type, spec, place)
  // Go follows a pointer only where the argument itself is one.
  if (kind === 'func' || place.depth > 0) return printAddress(object, spec, place)
  return `&${printStruct(object, object.type.replace(/^\*/, ''), spec, place)}`
}

function printStruct(object: GoObject, type: string, spec: Spec, place: PrintContext): string {
  const isNamed = spec.plusV || spec.sharpV
  const fields = object.fields().map(([name, value]) => {
    const hasMethods = place.hasMethods && /^\p{Lu}/u.test(name)
    const text = printElement(value, spec, { ...place, hasMethods })
    return isNamed ? `${name}:${text}` : text
  })
  return spec.sharpV ? `${type}{${fields.join(', ')}}` : `{${fields.join(' ')}}`
}

/** The integer behind a named number such as time.Duration. */
export function numberBehind(object: GoObject): bigint | undefined {
  if (object.kind !== 'int' && object.kind !== 'int64') return undefined
  const value = object.json()
  if (value instanceof Sized) return value.value
  return typeof value === 'bigint' ? value : undefined
}

/** A pointer or function under any verb but p. */
function printAddress(object: GoObject, spec: Spec, place: PrintContext): string {
  if (spec.verb !== 'v') return formatAddress(someAddress, spec) ?? complain(object, spec, place)
  if (!spec.sharpV) return formatDigits(someAddress, 16, { ...spec, sharp: !spec.sharp })
  return `(${object.type})(${formatPrefixedHex(someAddress, spec)})`
}

function formatAddress(address: bigint, spec: Spec): string | undefined {
  return 'bodxX'.includes(spec.verb) ? formatInteger(address, false, spec) : undefined
}

function printPointer(value: Value, spec: Spec, place: PrintContext): string {
  const isObject = value instanceof GoObject
  const hasAddress = isObject
    ? value.kind === 'ptr' || value.kind === 'func'
    : typeof value === 'object' && !(value instanceof Sized)
  if (!hasAddress) return complain(value, spec, place)
  const address = isTypedNil(value) ? 0n : someAddress
  return formatDigits(address, 16, { ...spec, sharp: !spec.sharp })
}

function isBytes(value: Value): value is Uint8Array | TypedList {
  return (
    value instanceof Uint8Array ||
    (value instanceof TypedList && /^\[\](?:uint8|byte)$/.test(value.type))
  )
}

function bytesOf(value: Uint8Array | TypedList): Uint8Array {
  if (value instanceof Uint8Array) return value
  return Uint8Array.from(itemsOf(value), (item) => (item instanceof Sized ? Number(item.value) : 0))
}

/** []byte as an argument, which Go names differently from a []byte inside something. */
function printByteArgument(value: Uint8Array | TypedList, spec: Spec, place: PrintContext): string {
  const text = printBytes(value, spec, place)
  return spec.verb === 'v' && spec.sharpV ? text.replace('[]uint8', '[]byte') : text
}

function printBytes(value: Uint8Array | TypedList, spec: Spec, place: PrintContext): string {
  const bytes = bytesOf(value)
  count(place, bytes.length)
  switch (spec.verb) {
    case 's':
      return formatPlain(fromBytes(bytes), spec)
    case 'q':
      return formatText(fromBytes(bytes), spec) ?? ''
    case 'x':
    case 'X':
      return formatHexBytes(bytes, spec)
    default: {
      // Charts that print their whole context print all their files: the plain way must be quick.
      if (spec === defaultSpec) return listBytes(bytes)
      const items = Array.from(bytes, (byte) => new Sized('uint8', BigInt(byte)))
      const isNil = value instanceof TypedList && value.items === undefined
      return printList(new TypedList('[]uint8', isNil ? undefined : items), spec, place)
    }
  }
}

const decoder = new TextDecoder('latin1')
const [zero, space, open, close] = [0x30, 0x20, 0x5b, 0x5d]

/** `[104 105]`: what %v prints of bytes, written as bytes because files of charts have millions of them. */
function listBytes(bytes: Uint8Array): string {
  // Three digits and a space for each, and the brackets.
  const text = new Uint8Array(bytes.length * 4 + 2)
  let length = 0
  text[length++] = open
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (i > 0) text[length++] = space
    if (byte >= 100) text[length++] = zero + Math.floor(byte / 100)
    if (byte >= 10) text[length++] = zero + (Math.floor(byte / 10) % 10)
    text[length++] = zero + (byte % 10)
  }
  text[length++] = close
  return decoder.decode(text.subarray(0, length))
}
