import { type JsonRecord, type JsonValue, isJsonRecord } from '../../kinds/json-value.ts'
import type { Answer } from './route.ts'

/** The example of an answer: its own, or one that is made from those of the schemas that it names. */
export function answerExample(
  { example, schema }: Answer,
  named: Readonly<Record<string, JsonValue>>,
): JsonValue | undefined {
  if (example !== undefined || schema === undefined) return example as JsonValue | undefined
  const one = exampleNamed(schema, named)
  return one ?? pageExample(schema, named)
}

/** A page with one item; what a page tells besides, such as notices, is empty. */
function pageExample(
  { properties, required }: JsonRecord,
  named: Readonly<Record<string, JsonValue>>,
): JsonValue | undefined {
  if (!isJsonRecord(properties) || !isJsonRecord(properties['items'])) return undefined
  const item = exampleNamed(properties['items']['items'], named)
  if (item === undefined) return undefined
  const others = (required as readonly string[]).map((name): [string, JsonValue] => [
    name,
    isJsonRecord(properties[name]) && properties[name]['type'] === 'integer' ? 1 : [],
  ])
  return { ...Object.fromEntries(others), items: [item] }
}

function exampleNamed(
  schema: JsonValue | undefined,
  named: Readonly<Record<string, JsonValue>>,
): JsonValue | undefined {
  const reference = isJsonRecord(schema) ? schema['$ref'] : undefined
  if (typeof reference !== 'string') return undefined
  return named[reference.slice(reference.lastIndexOf('/') + 1)]
}
