import { fromBytes } from '../../formats/go-string.ts'
import { JsonSchemaError } from '../../formats/json-schema/errors.ts'
import { compileJsonSchema, describeProblems } from '../../formats/json-schema/json-schema.ts'
import { typeOf } from '../../formats/value.ts'
import type { Chart, SchemaDocuments, Table } from '../chart.ts'
import { ChartError, SchemaDocumentNeeded } from '../errors.ts'
import { isTable } from './table.ts'

/** Under this address Helm hands the schema to its library; messages show it. */
const schemaUrl = 'file:///values.schema.json'

/**
 * Checks coalesced values against the schemas of a chart and its subcharts. Throws a ChartError with
 * Helm's text, in which everything that Helm lists in random order is sorted. Throws SchemaDocumentNeeded while a
 * document is missing that somebody may fetch.
 */
export function validateValues(chart: Chart, values: Table): void {
  const complaints = complaintsOf(chart, values, chart.documents)
  if (complaints === '') return
  const heading = "values don't meet the specifications of the schema(s) in the following chart(s):"
  throw new ChartError('schema', `${heading}\n${complaints}`)
}

function complaintsOf(chart: Chart, values: Table, documents: SchemaDocuments | undefined): string {
  let complaints = ''
  if (chart.schema !== undefined) {
    const complaint = complaintOf(chart.schema, values, documents)
    if (complaint !== '') complaints += `${chart.metadata.name}:\n${complaint}`
  }
  for (const sub of chart.dependencies) {
    const { name } = sub.metadata
    const below = values.get(name)
    if (below === undefined || below === null) continue
    complaints += isTable(below)
      ? complaintsOf(sub, below, documents)
      : `${name}:\ninvalid type for values: expected object (map), got ${typeOf(below)}\n`
  }
  return complaints
}

/**
 * The complaint about the values, or about the schema; only the former ends its line, as in Helm.
 */
export function complaintOf(
  schema: Uint8Array,
  values: Table,
  documents: SchemaDocuments | undefined,
): string {
  try {
    const compiled = compileJsonSchema(fromBytes(schema), schemaUrl, textsOf(documents))
    return describeProblems(compiled, values)
      .map((line) => `${line}\n`)
      .join('')
  } catch (error) {
    if (error instanceof JsonSchemaError && error.code === 'needed') {
      throw new SchemaDocumentNeeded(error.url)
    }
    if (error instanceof JsonSchemaError) return error.message
    throw error
  }
}

/** The same chart with the documents that its schemas refer to. */
export function withDocuments(chart: Chart, documents: SchemaDocuments | undefined): Chart {
  return documents === undefined ? chart : { ...chart, documents }
}

function textsOf(documents: SchemaDocuments | undefined) {
  if (documents === undefined) return undefined
  return new Map([...documents].map(([url, { data }]) => [url, fromBytes(data)] as const))
}
