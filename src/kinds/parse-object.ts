import { isJsonRecord, type JsonRecord, type JsonValue } from './json-value.ts'
import type { KindDefinition, Metadata, TypedObject } from './kind-definition.ts'
import { readValue, type Problem } from './schema/read-value.ts'
import type { Fields, FieldsType } from './schema/schema.ts'

/** The object, or why it cannot be read. The metadata is there either way, so that the status can say why. */
export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly metadata: Metadata; readonly problems: readonly Problem[] }

/** Reads what a server gave. A status that does not read, of another version say, counts as none. */
export function parseObject<S extends Fields, T extends Fields>(
  definition: KindDefinition<S, T>,
  object: JsonRecord,
): Parsed<TypedObject<FieldsType<S>, FieldsType<T>>> {
  const problems: Problem[] = []
  const metadata = readMetadata(object)
  const spec = readValue(definition.spec, object['spec'] ?? {}, 'spec', problems)
  if (problems.length > 0) return { ok: false, metadata, problems }
  const doubts: Problem[] = []
  const status = readValue(definition.status, object['status'] ?? {}, 'status', doubts)
  const known = doubts.length === 0 ? status : readValue(definition.status, {}, 'status', [])
  return { ok: true, value: { metadata, spec, status: known } }
}

function readMetadata(object: JsonRecord): Metadata {
  const metadata = recordAt(object, 'metadata')
  const deletionTimestamp = textAt(metadata, 'deletionTimestamp')
  return {
    name: textAt(metadata, 'name'),
    namespace: textAt(metadata, 'namespace'),
    uid: textAt(metadata, 'uid'),
    generation: Number(metadata['generation'] ?? 0),
    resourceVersion: textAt(metadata, 'resourceVersion'),
    labels: textsOf(recordAt(metadata, 'labels')),
    annotations: textsOf(recordAt(metadata, 'annotations')),
    finalizers: listOf(metadata['finalizers']).filter((name) => typeof name === 'string'),
    creationTimestamp: textAt(metadata, 'creationTimestamp'),
    ...(deletionTimestamp === '' ? {} : { deletionTimestamp }),
  }
}

function recordAt(record: JsonRecord, field: string): JsonRecord {
  const value = record[field]
  return isJsonRecord(value) ? value : {}
}

function textAt(record: JsonRecord, field: string): string {
  const value = record[field]
  return typeof value === 'string' ? value : ''
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function textsOf(record: JsonRecord): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  )
}
