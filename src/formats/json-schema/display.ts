import { quote } from '../quote.ts'
import type { Value } from '../value.ts'
import { JsonNumber } from './numbers/json-number.ts'

/** A text in single quotes, as messages show names and strings. */
export function singleQuote(text: string): string {
  // The library replaces before it takes the quotes off, so a backslash at the end loses its double.
  const quoted = quote(text).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${quoted.slice(1, -1)}'`
}

export function singleQuoteAll(texts: readonly string[]): string {
  return texts.map(singleQuote).join(', ')
}

/** A value that is no list or object, as messages show it. */
export function displayValue(value: Value): string {
  if (typeof value === 'string') return singleQuote(value)
  if (value instanceof JsonNumber) return value.literal
  return typeof value === 'boolean' ? String(value) : '<nil>'
}
