import { isJsonRecord, type JsonRecord, type JsonValue } from '../json-value.ts'
import type { Fields, Schema, SchemaNode, TypeOf } from './schema.ts'

/** A problem of one field. */
export interface Problem {
  /** As `kubectl` writes it: `spec.dependsOn[0].version`. */
  readonly path: string
  readonly message: string
}

/**
 * Reads a value as the schema says: defaults filled in, unknown fields dropped as the API server drops
 * them. Problems are collected; with any, what is given back is not to be used.
 */
export function readValue<S extends Schema>(
  schema: S,
  value: JsonValue | undefined,
  path: string,
  problems: Problem[],
): TypeOf<S> {
  return readNode(schema, value, path, problems) as TypeOf<S>
}

type Reader = (value: JsonValue, path: string, problems: Problem[]) => JsonValue | undefined

function readNode(
  schema: Schema,
  value: JsonValue | undefined,
  path: string,
  problems: Problem[],
): JsonValue | undefined {
  // The API server reads null as absent where there is a default.
  const given = value === undefined || value === null ? schema.default : value
  if (given === undefined) {
    if (schema.presence === 'required') problems.push({ path, message: 'is required' })
    return undefined
  }
  return readerOf(schema.node)(given, path, problems)
}

function readerOf(node: SchemaNode): Reader {
  switch (node.is) {
    case 'text':
      return (value, path, problems) => readText(node, value, path, problems)
    case 'flag':
      return readFlag
    case 'integer':
      return (value, path, problems) => readInteger(node, value, path, problems)
    case 'any-object':
      return (value, path, problems) => asRecord(value, path, problems)
    case 'list':
      return (value, path, problems) => readList(node, value, path, problems)
    case 'map':
      return (value, path, problems) =>
        mapRecord(asRecord(value, path, problems), (item, name) =>
          readNode(node.values, item, `${path}.${name}`, problems),
        )
    case 'object':
      return (value, path, problems) =>
        readFields(node.fields, asRecord(value, path, problems), path, problems)
  }
}

function readFlag(value: JsonValue, path: string, problems: Problem[]): JsonValue {
  if (typeof value !== 'boolean') problems.push({ path, message: 'must be true or false' })
  return value
}

function readText(
  node: SchemaNode & { is: 'text' },
  value: JsonValue,
  path: string,
  problems: Problem[],
): JsonValue {
  if (typeof value !== 'string') {
    problems.push({ path, message: 'must be a string' })
    return value
  }
  const { choices, pattern, maxLength } = node
  const shown = JSON.stringify(value)
  if (choices !== undefined && !choices.includes(value))
    problems.push({ path, message: `must be one of ${choices.join(', ')}, not ${shown}` })
  if (maxLength !== undefined && value.length > maxLength)
    problems.push({ path, message: `must have at most ${maxLength} characters` })
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value))
    problems.push({ path, message: `must match ${pattern}, ${shown} does not` })
  return value
}

function readInteger(
  { minimum, maximum }: SchemaNode & { is: 'integer' },
  value: JsonValue,
  path: string,
  problems: Problem[],
): JsonValue {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    problems.push({ path, message: 'must be a whole number' })
    return value
  }
  if (minimum !== undefined && value < minimum)
    problems.push({ path, message: `must be at least ${minimum}` })
  if (maximum !== undefined && value > maximum)
    problems.push({ path, message: `must be at most ${maximum}` })
  return value
}

function readList(
  { items, maxItems }: SchemaNode & { is: 'list' },
  value: JsonValue,
  path: string,
  problems: Problem[],
): JsonValue {
  if (!Array.isArray(value)) {
    problems.push({ path, message: 'must be a list' })
    return []
  }
  if (value.length > maxItems)
    problems.push({ path, message: `must have at most ${maxItems} items` })
  return value
    .slice(0, maxItems)
    .map((item: JsonValue, at) => readNode(items, item, `${path}[${at}]`, problems) ?? null)
}

function readFields(
  fields: Fields,
  value: JsonRecord,
  path: string,
  problems: Problem[],
): JsonRecord {
  return mapRecord(fields, (schema, name) =>
    readNode(
      schema,
      Object.hasOwn(value, name) ? value[name] : undefined,
      path === '' ? name : `${path}.${name}`,
      problems,
    ),
  )
}

function asRecord(value: JsonValue, path: string, problems: Problem[]): JsonRecord {
  if (isJsonRecord(value)) return value
  problems.push({ path, message: 'must be an object' })
  return {}
}

// Fields that read as nothing are left out.
function mapRecord<T>(
  record: Readonly<Record<string, T>>,
  change: (value: T, name: string) => JsonValue | undefined,
): JsonRecord {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const changed = change(value, name)
      return changed === undefined ? [] : [[name, changed] as const]
    }),
  )
}
