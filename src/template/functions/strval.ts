import { fromBytes } from '../../formats/go-string.ts'
import { GoObject, isList, itemsOf, Sized, TypedList, type Value } from '../../formats/value.ts'
import { formatValue } from '../fmt/sprint.ts'
import type { CallScope } from '../func.ts'

/** Sprig's idea of a value as text: bytes are text, otherwise String() or %v. */
export function strval(value: Value, spend?: (steps: number) => void): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return fromBytes(value)
  if (value instanceof GoObject) return value.text() ?? formatValue(value, spend)
  // A nil []byte is text too.
  if (value instanceof TypedList && value.type === '[]uint8') return ''
  return formatValue(value, spend)
}

/** The texts of a list without its nils; anything else is a list of one, nil of none. */
export function strvals(value: Value, { spend }: CallScope): readonly string[] {
  if (value instanceof TypedList && value.type === '[]string') {
    return itemsOf(value) as readonly string[]
  }
  if (value instanceof Uint8Array) return [...value].map(String)
  if (isList(value))
    return itemsOf(value)
      .filter(isGiven)
      .map((item) => strval(item, spend))
  return isGiven(value) ? [strval(value, spend)] : []
}

/** The elements of a slice of any type; undefined for everything else. */
export function elementsOf(value: Value): readonly Value[] | undefined {
  if (value instanceof Uint8Array) return [...value].map((byte) => new Sized('uint8', BigInt(byte)))
  return isList(value) ? itemsOf(value) : undefined
}

export function isGiven(value: Value): boolean {
  return value !== null && value !== undefined
}
