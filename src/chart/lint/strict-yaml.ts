import { compareStrings } from '../../formats/go-string.ts'
import { quote } from '../../formats/quote.ts'
import type { Value } from '../../formats/value.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { readYamlStrict } from '../../formats/yaml/read.ts'
import { fieldName, type Shape } from '../../formats/yaml/shape.ts'

/**
 * The problem that UnmarshalStrict reports beyond Unmarshal of a document: a key given twice, or
 * one that the type has not.
 */
export function strictProblem(text: string, shape: Shape): string | undefined {
  try {
    const unknown = unknownField(readYamlStrict(text), shape)
    if (unknown === undefined) return undefined
    const decoding = 'error unmarshaling JSON: while decoding JSON'
    return `${decoding}: json: unknown field ${quote(unknown)}`
  } catch (error) {
    if (error instanceof YamlError) return error.message
    throw error
  }
}

/** The first key without a field, in the order of the JSON text, that is, of sorted keys. */
function unknownField(value: Value, shape: Shape): string | undefined {
  if (typeof shape === 'string') return undefined
  if (shape.kind === 'list') {
    return Array.isArray(value)
      ? firstOf(value, (item: Value) => unknownField(item, shape.of))
      : undefined
  }
  if (!(value instanceof Map)) return undefined
  const entries = [...value].toSorted(([a], [b]) => compareStrings(a, b))
  return firstOf(entries, ([key, item]) => {
    if (shape.kind === 'map') return unknownField(item, shape.of)
    const name = fieldName(shape, key)
    return name === undefined ? key : unknownField(item, shape.fields[name] ?? 'any')
  })
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined) {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
