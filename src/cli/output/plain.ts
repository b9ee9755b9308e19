import type { Value } from '../../formats/value.ts'

/** A value that JSON can say, which is all that a result holds; undefined members are left out. */
export type Plain =
  | null
  | boolean
  | number
  | string
  | readonly Plain[]
  | { readonly [key: string]: Plain | undefined }

/** The same as the values that the YAML writer takes. */
export function toValue(plain: Plain): Value {
  if (typeof plain !== 'object' || plain === null) return plain
  if (isList(plain)) return plain.map(toValue)
  const members = Object.entries(plain).flatMap(([key, member]) =>
    member === undefined ? [] : [[key, toValue(member)] as const],
  )
  return new Map(members)
}

// Array.isArray does not narrow readonly arrays.
function isList(plain: Plain): plain is readonly Plain[] {
  return Array.isArray(plain)
}
