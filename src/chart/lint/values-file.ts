import { fromBytes } from '../../formats/go-string.ts'
import { mapType } from '../../formats/value.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { readYamlMap } from '../../formats/yaml/read.ts'
import type { SchemaDocuments, Table } from '../chart.ts'
import { complaintOf } from '../values/schema.ts'
import { completeTable, type Warn } from '../values/coalesce.ts'
import { copyTable } from '../values/table.ts'
import type { LintMessage } from './message.ts'
import type { LintSubject } from './subject.ts'

const path = 'values.yaml'

export interface ValuesOptions {
  readonly values: Table
  readonly skipSchema: boolean
  /** The documents that schemas refer to; absent where nobody fetches any. */
  readonly documents?: SchemaDocuments
  readonly warn: Warn
}

/** The rules of values.yaml: it can be read, and with what the user set it fits the chart's own schema. */
export function* lintValues(subject: LintSubject, options: ValuesOptions): Generator<LintMessage> {
  const part = subject.parts[path]
  if (part.kind === 'absent') {
    yield { severity: 'info', path, message: 'file does not exist' }
    return
  }
  const problem =
    part.kind === 'folder'
      ? `unable to parse YAML: read ${subject.path}/${path}: is a directory`
      : valuesProblem(part.data, subject, options)
  if (problem !== undefined) yield { severity: 'error', path, message: problem }
}

function valuesProblem(
  data: Uint8Array,
  subject: LintSubject,
  { values, skipSchema, documents, warn }: ValuesOptions,
): string | undefined {
  const defaults = readDefaults(data)
  if (typeof defaults === 'string') return `unable to parse YAML: ${defaults}`
  const schema = subject.parts['values.schema.json']
  if (schema.kind !== 'file' || schema.data.length === 0 || skipSchema) return undefined
  // Only the chart's own table: Helm does not complete it by the subcharts' here.
  const given = completeTable(new Map(), copyTable(values), 'coalesce', warn)
  const completed = completeTable(given, defaults, 'coalesce', warn)
  const complaint = complaintOf(schema.data, completed, documents)
  return complaint === '' ? undefined : complaint
}

/** Unlike the loader, the linter reads only the first document. */
function readDefaults(data: Uint8Array): Table | string {
  try {
    return readYamlMap(fromBytes(data))
  } catch (error) {
    // Here Helm reads into a type of its own name.
    if (error instanceof YamlError) return error.message.replace(mapType, 'common.Values')
    throw error
  }
}
