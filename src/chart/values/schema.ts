import { fromBytes } from '../../formats/go-string.ts'
import { JsonSchemaError } from '../../formats/json-schema/errors.ts'
import { compileJsonSchema, describeProblems } from '../../formats/json-schema/json-schema.ts'
import { typeOf } from '../../formats/value.ts'
import type { Chart, Table } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { isTable } from './table.ts'

/** Under this address Helm hands the schema to its library; messages show it. */
const schemaUrl = 'file:///values.schema.json'

/**
 * Checks coalesced values against the schemas of a chart and its subcharts. Throws a ChartError with
 * Helm's text, in which everything that Helm lists in random order is sorted.
 */
export function validateValues(chart: Chart, values: Table): void {
  const complaints = complaintsOf(chart, values)
  if (complaints === '') return
  const heading = "values don't meet the specifications of the schema(s) in the following chart(s):"
  throw new ChartError('schema', `${heading}\n${complaints}`)
}

function complaintsOf(chart: Chart, values: Table): string {
  let complaints = ''
  if (chart.schema !== undefined) {
    const complaint = complaintOf(chart.schema, values)
    if (complaint !== '') complaints += `${chart.metadata.name}:\n${complaint}`
  }
  for (const sub of chart.dependencies) {
    const { name } = sub.metadata
    const below = values.get(name)
    if (below === undefined || below === null) continue
    complaints += isTable(below)
      ? complaintsOf(sub, below)
      : `${name}:\ninvalid type for values: expected object (map), got ${typeOf(below)}\n`
  }
  return complaints
}

/**
 * The complaint about the values, or about the schema; only the former ends its line, as in Helm.
 */
export function complaintOf(schema: Uint8Array, values: Table): string {
  try {
    const lines = describeProblems(compileJsonSchema(fromBytes(schema), schemaUrl), values)
    return lines.map((line) => `${line}\n`).join('')
  } catch (error) {
    if (error instanceof JsonSchemaError) return error.message
    throw error
  }
}
