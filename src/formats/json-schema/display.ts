import { quote } from '../quote.ts'
import type { Value } from '../value.ts'
import { JsonNumber } from './json-number.ts'

/** A text in single quotes, as messages show names and strings. */
export function singleQuote(text: string): string {
  const inner = quote(text).slice(1, -1)
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
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
