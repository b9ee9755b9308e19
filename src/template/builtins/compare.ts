import { Complex } from '../../formats/complex.ts'
import { compareStrings } from '../../formats/go-string.ts'
import { GoObject, Sized, TypedList, TypedMap, typeOf, type Value } from '../../formats/value.ts'
import { sprintf } from '../fmt/sprint.ts'
import { FuncError } from '../func.ts'
import { integerOf } from '../run/truth.ts'

type BasicKind = 'bool' | 'int' | 'uint' | 'float' | 'string' | 'complex' | 'other'

/** `eq`: whether the first is equal to any of the others. */
export function equal(first: Value, others: readonly Value[]): boolean {
  if (others.length === 0) throw new FuncError('missing argument for comparison')
  return others.some((other) => equalTwo(first, other))
}

function equalTwo(a: Value, b: Value): boolean {
  const kind = basicKind(a)
  const other = basicKind(b)
  if (kind === 'other' && other === 'other') return equalOthers(a, b)
  if (kind === other) return equalBasic(a, b)
  if (isInteger(kind) && isInteger(other)) return integerOf(a) === integerOf(b)
  if (isNothing(a) || isNothing(b)) return false
  throw incompatible(a, b)
}

function equalBasic(a: Value, b: Value): boolean {
  const integer = integerOf(a)
  if (integer !== undefined) return integer === integerOf(b)
  if (a instanceof Complex && b instanceof Complex) {
    return a.real === b.real && a.imaginary === b.imaginary
  }
  return a === b
}

function equalOthers(a: Value, b: Value): boolean {
  if (!isNothing(a) && !isNothing(b) && kindName(a) !== kindName(b)) {
    throw new FuncError(
      sprintf('non-comparable types %s: %s, %s: %v', [a, typeOf(a), typeOf(b), b]),
    )
  }
  if (isNil(a) || isNil(b)) return isNil(a) === isNil(b)
  if (!(b instanceof GoObject)) {
    throw new FuncError(sprintf('non-comparable type %s: %s', [b, typeOf(b)]))
  }
  return a === b || (a instanceof GoObject && b.kind === 'struct' && sameFields(a, b))
}

function sameFields(a: GoObject, b: GoObject): boolean {
  if (a.type !== b.type) return false
  const others = b.fields()
  return a.fields().every(([, value], index) => {
    const other = others[index]?.[1]
    if (value instanceof GoObject && other instanceof GoObject) return sameFields(value, other)
    return value === other || (integerOf(value) ?? value) === (integerOf(other) ?? other)
  })
}

/** `lt`. */
export function less(a: Value, b: Value): boolean {
  const kind = orderedKind(a)
  const other = orderedKind(b)
  if (isInteger(kind) && isInteger(other)) return (integerOf(a) ?? 0n) < (integerOf(b) ?? 0n)
  if (kind !== other) throw incompatible(a, b)
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b) < 0
  if (typeof a === 'number' && typeof b === 'number') return a < b
  throw badType()
}

/** `le`. Not the opposite of a swapped `lt`: NaN is neither less nor equal. */
export function lessOrEqual(a: Value, b: Value): boolean {
  return less(a, b) || equal(a, [b])
}

function orderedKind(value: Value): BasicKind {
  const kind = basicKind(value)
  if (kind === 'other') throw badType()
  return kind
}

function badType(): FuncError {
  return new FuncError('invalid type for comparison')
}

function incompatible(a: Value, b: Value): FuncError {
  return new FuncError(`incompatible types for comparison: ${typeOf(a)} and ${typeOf(b)}`)
}

function basicKind(value: Value): BasicKind {
  switch (typeof value) {
    case 'boolean':
      return 'bool'
    case 'bigint':
      return 'int'
    case 'number':
      return 'float'
    case 'string':
      return 'string'
    default:
      if (value instanceof Sized) return value.kind.startsWith('u') ? 'uint' : 'int'
      if (value instanceof Complex) return 'complex'
      return integerOf(value) === undefined ? 'other' : 'int'
  }
}

function isInteger(kind: BasicKind): boolean {
  return kind === 'int' || kind === 'uint'
}

function isNothing(value: Value): boolean {
  return value === undefined || value === null
}

function isNil(value: Value): boolean {
  if (value instanceof TypedMap) return value.isNil
  if (value instanceof TypedList) return value.items === undefined
  return isNothing(value)
}

function kindName(value: Value): string {
  if (value instanceof Map) return 'map'
  return value instanceof GoObject ? value.kind : 'slice'
}
