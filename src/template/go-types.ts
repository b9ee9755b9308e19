// The facts of Go's reflection about types, as far as calls need them: which values a parameter
// takes, and what the zero value of a type is. Types are their names (value.ts).
import {
  TypedList,
  TypedMap,
  Sized,
  interfaceType,
  typeOf,
  type GoType,
  type SizedKind,
  type Value,
} from '../formats/value.ts'

/** The parameter type of built-ins that look at values themselves: takes everything, invalid included. */
export const reflectValueType: GoType = 'reflect.Value'

/** The types behind the named types that templates meet. */
const underlying: ReadonlyMap<GoType, GoType> = new Map([
  ['common.Values', 'map[string]interface {}'],
  ['common.VersionSet', '[]string'],
  ['engine.files', 'map[string][]uint8'],
  ['time.Duration', 'int64'],
  ['time.Month', 'int'],
  ['time.Weekday', 'int'],
])

const interfaceTypes: ReadonlySet<GoType> = new Set([interfaceType, 'error', 'io.Writer'])

const sizedKinds: ReadonlySet<GoType> = new Set<SizedKind>([
  'int8',
  'int16',
  'int32',
  'int64',
  'uint',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
])

/** The type itself, or what a named type is made of. */
export function underlyingType(type: GoType): GoType {
  return underlying.get(type) ?? type
}

/** Whether a value of one type may be given where the other is wanted, without conversion. */
function isAssignable(from: GoType, to: GoType): boolean {
  if (from === to || to === interfaceType) return true
  // One of them has to be a type without a name: int64 and time.Duration both have one.
  if (!isUnnamed(from) && !isUnnamed(to)) return false
  return underlyingType(from) === underlyingType(to)
}

function isUnnamed(type: GoType): boolean {
  return /^(?:map\[|\[\]|\*|func\()/.test(type)
}

/** Whether a parameter of the type takes this value, pointers followed once as text/template does. */
export function accepts(type: GoType, value: Value): boolean {
  const from = typeOf(value)
  return isAssignable(from, type) || from === `*${type}`
}

export function canBeNil(type: GoType): boolean {
  if (type === reflectValueType || interfaceTypes.has(type)) return true
  return isUnnamed(underlyingType(type))
}

/** The zero value of a type; undefined for an invalid reflect.Value. */
export function zeroOf(type: GoType): Value {
  const base = underlyingType(type)
  if (base.startsWith('map[')) return new TypedMap(type, undefined)
  if (base.startsWith('[]')) return new TypedList(type, undefined)
  if (isSizedKind(base)) return new Sized(base, 0n)
  switch (base) {
    case 'string':
      return ''
    case 'bool':
      return false
    case 'int':
      return 0n
    case 'float64':
      return 0
    case reflectValueType:
      return undefined
    default:
      return null
  }
}

/** The type of a map's values. */
export function mapElementType(type: GoType): GoType {
  const base = underlyingType(type)
  return base.startsWith('map[string]') ? base.slice('map[string]'.length) : interfaceType
}

/** The type of a slice's elements. */
export function listElementType(type: GoType): GoType {
  const base = underlyingType(type)
  return base.startsWith('[]') ? base.slice(2) : interfaceType
}

export function isSizedKind(type: GoType): type is SizedKind {
  return sizedKinds.has(type)
}
