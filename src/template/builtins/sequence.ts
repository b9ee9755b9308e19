import { byteAt, byteLength } from '../../formats/go-string.ts'
import {
  GoObject,
  Sized,
  TypedList,
  interfaceType,
  typeOf,
  type GoType,
  type Value,
} from '../../formats/value.ts'
import { FuncError } from '../func.ts'
import { mapElementType, zeroOf } from '../go-types.ts'
import { integerOf } from '../run/truth.ts'

/** `len`. */
export function lengthOf(item: Value): Value {
  if (item === null) throw new FuncError('len of nil pointer')
  if (item === undefined) {
    throw new FuncError('reflect: call of reflect.Value.Type on zero Value', 'panic')
  }
  const length = sizeOf(item)
  if (length === undefined) throw new FuncError(`len of type ${pointedType(item)}`)
  return BigInt(length)
}

function sizeOf(item: Value): number | undefined {
  if (typeof item === 'string') return byteLength(item)
  if (item instanceof Map) return item.size
  if (item instanceof TypedList) return item.items?.length ?? 0
  return Array.isArray(item) || item instanceof Uint8Array ? item.length : undefined
}

/** `index`: item[first][second]… */
export function indexValue(item: Value, indexes: readonly Value[]): Value {
  if (item === undefined || item === null) throw new FuncError('index of untyped nil')
  let found: Value = item
  for (const index of indexes) found = indexOnce(found, index === null ? undefined : index)
  return found
}

function indexOnce(item: Value, index: Value): Value {
  if (item === null) throw new FuncError('index of nil pointer')
  if (item instanceof Map) return entryOf(item, index)
  const length = sizeOf(item)
  if (length === undefined) throw new FuncError(`can't index item of type ${pointedType(item)}`)
  const place = placeOf(index, length)
  if (place === length) throw outOfRange(item)
  if (typeof item === 'string') return new Sized('uint8', BigInt(byteAt(item, place)))
  if (item instanceof Uint8Array) return new Sized('uint8', BigInt(item[place] ?? 0))
  return (item instanceof TypedList ? item.items : (item as readonly Value[]))?.[place]
}

/** Go's check lets the length itself pass, and then panics on it. */
function outOfRange(item: Value): FuncError {
  const what = typeof item === 'string' ? 'string' : 'slice'
  return new FuncError(`reflect: ${what} index out of range`, 'panic')
}

function entryOf(map: ReadonlyMap<string, Value>, key: Value): Value {
  if (key === undefined) throw new FuncError('value is nil; should be of type string')
  if (typeof key !== 'string') {
    throw new FuncError(`value has type ${typeOf(key)}; should be string`)
  }
  const found = map.get(key)
  return found === undefined ? zeroOf(mapElementType(typeOf(map))) : found
}

function placeOf(index: Value, length: number): number {
  if (index === undefined) throw new FuncError('cannot index slice/array with nil')
  const integer = integerOf(index)
  if (integer === undefined) {
    throw new FuncError(`cannot index slice/array with type ${typeOf(index)}`)
  }
  const signed = BigInt.asIntN(64, integer)
  if (signed < 0n || signed > BigInt(length)) {
    throw new FuncError(`index out of range: ${signed}`)
  }
  return Number(signed)
}

/** The type behind a pointer, as Go names it after following it. */
function pointedType(item: Value): GoType {
  if (item === null || item === undefined) return interfaceType
  const type = typeOf(item)
  return item instanceof GoObject && item.kind === 'ptr' ? type.replace(/^\*/, '') : type
}
