import { compareStrings } from '../formats/go-string.ts'
import { writeJsonString } from '../formats/json/encode-string.ts'
import { isJsonList, jsonInteger, type Json } from './json.ts'

/** The value of a JSON text; integers beyond 2^53 are exact. Throws SyntaxError as JSON.parse does. */
export function parseJson(text: string): Json {
  // Sixteen digits in a row are needed for an integer that a number cannot hold; most texts have none.
  if (!longInteger.test(text)) return JSON.parse(text) as Json
  return JSON.parse(text, (_field, value: unknown, context?: SourceText) =>
    exact(value, context),
  ) as Json
}

/** The JSON text of a value on one line; fields keep their order. */
export function printJson(value: Json): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isJsonList(value)) return `[${value.map(printJson).join(',')}]`
  const fields = Object.entries(value).map(
    ([name, inner]) => [JSON.stringify(name), inner] as const,
  )
  return `{${fields.map(([name, inner]) => `${name}:${printJson(inner)}`).join(',')}}`
}

/** The JSON text of a value as Go writes it: sorted fields, with <, > and & escaped. */
export function printCanonicalJson(value: Json): string {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return writeJsonString(value, true)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (isJsonList(value)) return `[${value.map(printCanonicalJson).join(',')}]`
  const fields = Object.entries(value).toSorted(([a], [b]) => compareStrings(a, b))
  const texts = fields.map(
    ([name, inner]) => `${writeJsonString(name, true)}:${printCanonicalJson(inner)}`,
  )
  return `{${texts.join(',')}}`
}

const longInteger = /\d{16}/

// The third argument of a reviver for a primitive value; the library of types lags.
interface SourceText {
  readonly source?: string
}

function exact(value: unknown, context: SourceText | undefined): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source
  return source !== undefined && /^-?\d+$/.test(source) ? jsonInteger(BigInt(source)) : value
}
