// The Go type that a document is decoded into. It decides which numbers and booleans become strings,
// and what sigs.k8s.io/yaml says of values that do not fit.

export type Shape = 'any' | 'string' | 'bool' | ListShape | MapShape | StructShape

interface ListShape {
  readonly kind: 'list'
  readonly of: Shape
}

interface MapShape {
  readonly kind: 'map'
  readonly of: Shape
}

export interface StructShape {
  readonly kind: 'struct'
  /** Go's name of the type with its package, such as `chart.Metadata`, or all of a type without a name. */
  readonly type: string
  /** Whether Go has a pointer there: null is then nil instead of a struct without values. */
  readonly isPointer?: boolean
  /** The fields by their JSON names, in the order of their declaration. */
  readonly fields: Readonly<Record<string, Shape>>
}

/** The shape of the elements of a list. */
export function elementShape(shape: Shape): Shape {
  return typeof shape !== 'string' && shape.kind === 'list' ? shape.of : 'any'
}

/** The shape of what a key of a map or struct holds. */
export function memberShape(shape: Shape, key: string): Shape {
  if (typeof shape === 'string') return 'any'
  if (shape.kind === 'map') return shape.of
  if (shape.kind === 'list') return 'any'
  const name = fieldName(shape, key)
  return name === undefined ? 'any' : (shape.fields[name] ?? 'any')
}

/** The field that a key is decoded into: the one of that name, or the first that differs only in case. */
export function fieldName(shape: StructShape, key: string): string | undefined {
  if (Object.hasOwn(shape.fields, key)) return key
  const folded = foldCase(key)
  return Object.keys(shape.fields).find((name) => foldCase(name) === folded)
}

// Go compares by Unicode folding, in which K and ſ are forms of the ASCII letters.
function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ſ', 's')
}
