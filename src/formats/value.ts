// The values that charts, manifests and templates are made of: Go's kinds, because charts can see
// them (`typeOf`, `printf "%d"`, error texts). Chosen so that what YAML gives costs nothing extra:
//
//   JavaScript              Go
//   undefined               an invalid reflect.Value: a missing value that went through a pipeline
//   null                    a nil interface, as stored in maps and lists
//   boolean                 bool
//   number                  float64 (every number of a values file)
//   bigint                  int (literals, len, int)
//   Sized                   int64, uint64, uint8 and the other sized numbers
//   string                  string; see below
//   Uint8Array              []byte
//   Value[]                 []interface {}, not nil
//   TypedList               every other slice type, and nil slices of any type
//   Map<string, Value>      map[string]interface {}, not nil
//   TypedMap                every other map type, and nil maps of any type
//   GoObject                structs, pointers, functions, time.Time …: fields and methods by name
//
// Containers never hold undefined. Types are written as Go prints them ('[]string'), so that a type
// is its own name.
//
// A Go string is bytes. Ours is a JavaScript string in which a byte that is not part of valid UTF-8
// is the lone surrogate U+DC00 + byte (U+DC80 … U+DCFF), which valid UTF-8 cannot contain; go-string.ts
// counts, slices and joins such strings by bytes.

/** Go's name of a type, such as `map[string]interface {}`. */
export type GoType = string

export type SizedKind =
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'

export type Value =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Sized
  | readonly Value[]
  | TypedList
  | ReadonlyMap<string, Value>
  | TypedMap
  | GoObject

/** A Go integer whose type is not plain `int`. */
export class Sized {
  readonly kind: SizedKind
  readonly value: bigint

  constructor(kind: SizedKind, value: bigint) {
    this.kind = kind
    this.value = value
  }
}

/** A slice that is not a plain `[]interface {}`, or is nil. `items` is undefined for a nil slice. */
export class TypedList {
  readonly type: GoType
  readonly items: readonly Value[] | undefined

  constructor(type: GoType, items: readonly Value[] | undefined) {
    this.type = type
    this.items = items
  }
}

/** A map that is not a plain `map[string]interface {}`, or is nil. Keys are always strings. */
export class TypedMap extends Map<string, Value> {
  readonly type: GoType
  readonly isNil: boolean

  constructor(type: GoType, entries: Iterable<readonly [string, Value]> | undefined) {
    super(entries)
    this.type = type
    this.isNil = entries === undefined
  }
}

/**
 * A named map type over a plain map, such as common.Values: both see the same entries, because a
 * conversion in Go shares the storage. `plain` is what a `map[string]interface {}` parameter receives.
 */
export class NamedMap extends TypedMap {
  readonly plain: Map<string, Value>

  constructor(type: GoType, plain: Map<string, Value>) {
    super(type, [])
    this.plain = plain
  }

  override get size(): number {
    return this.plain.size
  }

  override get(key: string): Value {
    return this.plain.get(key)
  }

  override has(key: string): boolean {
    return this.plain.has(key)
  }

  override set(key: string, value: Value): this {
    this.plain.set(key, value)
    return this
  }

  override delete(key: string): boolean {
    return this.plain.delete(key)
  }

  override clear(): void {
    this.plain.clear()
  }

  override forEach(visit: (value: Value, key: string, map: Map<string, Value>) => void): void {
    this.plain.forEach(visit)
  }

  override keys(): MapIterator<string> {
    return this.plain.keys()
  }

  override values(): MapIterator<Value> {
    return this.plain.values()
  }

  override entries(): MapIterator<[string, Value]> {
    return this.plain.entries()
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.plain[Symbol.iterator]()
  }
}

/** A method or function of a Go value, with the parameter types that a call is checked against. */
export interface GoMethod {
  readonly params: readonly GoType[]
  /** The type of further arguments, where any number may follow. */
  readonly variadic?: GoType
  /** `spend` pays, in steps, for work that grows with more than the arguments. */
  readonly call: (args: readonly Value[], spend?: (steps: number) => void) => Value
}

export type GoObjectKind = 'struct' | 'ptr' | 'func' | 'int64' | 'int' | 'complex128'

/**
 * A Go value that templates reach by name: a struct, a pointer to one, a named number with methods.
 * Subclasses override what their Go type has; the defaults say "nothing of that name".
 */
export abstract class GoObject {
  /** Go's type name, such as `*semver.Version`. */
  abstract readonly type: GoType
  abstract readonly kind: GoObjectKind

  /** The exported field of that name; undefined when there is none. */
  field(_name: string): { readonly value: Value; readonly type: GoType } | undefined {
    return undefined
  }

  /** The method of that name; undefined when there is none. */
  method(_name: string): GoMethod | undefined {
    return undefined
  }

  /** The text that String() or Error() gives; undefined where the type has neither. */
  text(): string | undefined {
    return undefined
  }

  /** The fields in declaration order with Go's names, unexported ones included, for %v and toYamlPretty. */
  fields(): readonly (readonly [string, Value])[] {
    return []
  }

  /** Another number of the same type, where it is a named number. */
  withNumber(_number: bigint): GoObject | undefined {
    return undefined
  }

  /** The copy that deepCopy makes: it has lost the fields that only its own package can see. */
  deepCopy(): GoObject {
    return this
  }

  /** The exported fields, which are all that encoding/json sees. */
  json(): Value {
    return new Map(this.fields().filter(([name]) => /^\p{Lu}/u.test(name)))
  }
}

export const interfaceType: GoType = 'interface {}'
export const mapType: GoType = 'map[string]interface {}'
export const listType: GoType = '[]interface {}'

/** Go's name of the dynamic type of a value; `<nil>` for nil. */
export function typeOf(value: Value): GoType {
  switch (typeof value) {
    case 'undefined':
      return '<nil>'
    case 'boolean':
      return 'bool'
    case 'number':
      return 'float64'
    case 'bigint':
      return 'int'
    case 'string':
      return 'string'
    default:
      if (value === null) return '<nil>'
      if (value instanceof Sized) return value.kind
      if (value instanceof Uint8Array) return '[]uint8'
      if (Array.isArray(value)) return listType
      if (value instanceof Map && !(value instanceof TypedMap)) return mapType
      return (value as TypedList | TypedMap | GoObject).type
  }
}

/** Whether a value is a Go slice, typed or not; a typed nil slice is one. */
export function isList(value: Value): value is readonly Value[] | TypedList {
  return Array.isArray(value) || value instanceof TypedList
}

/** The elements of a list; none for a nil one. */
export function itemsOf(list: readonly Value[] | TypedList): readonly Value[] {
  return list instanceof TypedList ? (list.items ?? []) : list
}

/** Whether a value is a Go map, typed or not; a typed nil map is one. */
export function isMap(value: Value): value is ReadonlyMap<string, Value> | TypedMap {
  return value instanceof Map
}

/** A typed nil: a nil slice or map. Untyped nil is null or undefined. */
export function isTypedNil(value: Value): boolean {
  return (
    (value instanceof TypedList && value.items === undefined) ||
    (value instanceof TypedMap && value.isNil)
  )
}
