import { fromBytes } from '../../formats/go-string.ts'
import { GoObject, isList, itemsOf, Sized, TypedList, type Value } from '../../formats/value.ts'
import { formatValue } from '../fmt/sprint.ts'

/** Sprig's idea of a value as text: bytes are text, otherwise String() or %v. */
export function strval(value: Value): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return fromBytes(value)
  if (value instanceof GoObject) return value.text() ?? formatValue(value)
  // A nil []byte is text too.
  if (value instanceof TypedList && value.type === '[]uint8') return ''
  return formatValue(value)
}

/** The texts of a list without its nils; anything else is a list of one, nil of none. */
export function strvals(value: Value): readonly string[] {
  if (value instanceof TypedList && value.type === '[]string') {
    return itemsOf(value) as readonly string[]
  }
  if (value instanceof Uint8Array) return [...value].map(String)
  if (isList(value)) return itemsOf(value).filter(isGiven).map(strval)
  return isGiven(value) ? [strval(value)] : []
}

/** The elements of a slice of any type; undefined for everything else. */
export function elementsOf(value: Value): readonly Value[] | undefined {
  if (value instanceof Uint8Array) return [...value].map((byte) => new Sized('uint8', BigInt(byte)))
  return isList(value) ? itemsOf(value) : undefined
}

export function isGiven(value: Value): boolean {
  return value !== null && value !== undefined
}
