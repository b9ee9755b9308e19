import { compareStrings } from '../../formats/go-string.ts'
import { quote } from '../../formats/quote.ts'
import { isJsonList, type Json } from '../json.ts'

// How Go's fmt shows decoded JSON, because the API server's messages contain it.

/** The Go type of a value (`%T`). */
export function goKindOf(value: Json): string {
  if (value === null) return '<nil>'
  if (typeof value === 'string') return 'string'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int64'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return isJsonList(value) ? '[]interface {}' : 'map[string]interface {}'
}

/** A value as `%v` prints it. */
export function goTextOf(value: Json): string {
  if (value === null) return '<nil>'
  if (typeof value !== 'object') return String(value)
  if (isJsonList(value)) return `[${value.map(goTextOf).join(' ')}]`
  const fields = sortedFields(value).map(([name, inner]) => `${name}:${goTextOf(inner)}`)
  return `map[${fields.join(' ')}]`
}

/** A value as `%#v` prints it. */
export function goSyntaxOf(value: Json): string {
  if (value === null) return 'interface {}(nil)'
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object') return String(value)
  if (isJsonList(value)) return `[]interface {}{${value.map(goSyntaxOf).join(', ')}}`
  const fields = sortedFields(value).map(([name, inner]) => `${quote(name)}:${goSyntaxOf(inner)}`)
  return `map[string]interface {}{${fields.join(', ')}}`
}

function sortedFields(value: {
  readonly [field: string]: Json
}): readonly (readonly [string, Json])[] {
  return Object.entries(value).toSorted(([a], [b]) => compareStrings(a, b))
}
