import type { Table } from '../../../src/chart/chart.ts'
import { completeTable } from '../../../src/chart/values/coalesce.ts'
import { mergeTables } from '../../../src/chart/values/merge.ts'
import { readValues } from '../../../src/chart/values/read-values.ts'
import { toBytes } from '../../../src/formats/go-string.ts'
import type { JsonRecord } from '../../../src/kinds/json-value.ts'
import { type Json, isJsonObject } from '../../../src/objects/json.ts'
import { mapValues } from '../../../src/operator/values/map-values.ts'
import { jsonOfTable } from '../../../src/release/record/values-json.ts'
import type { Preview } from '../../../src/server/contract.ts'
import type { LayeredValue } from './answers.ts'

/** A layer of values above the defaults of the chart. */
export interface ValuesLayer {
  readonly is: LayeredValue['layer']
  readonly name: string
  readonly values: Table
}

/** The layers above the chart's defaults, later ones over earlier ones. Throws when a text cannot be read. */
export function layersOf(preview: Preview, text: string): readonly ValuesLayer[] {
  const mine: ValuesLayer = { is: 'mine', name: '', values: readText(text) }
  const given = preview.layers.map(({ is, name, values }): ValuesLayer => ({
    is,
    name,
    values: tableOf(values),
  }))
  if (preview.document === '') return [...given, mine]
  const profiles = given.filter(({ is }) => is === 'profile')
  const references = given.filter(({ is }) => is === 'reference')
  const parameters = jsonOfTable(merged([...references, mine]))
  const made = mapValues(preview.document, { parameters, ...preview.facts })
  return [...profiles, { is: 'source', name: '', values: readText(made) }]
}

/** The values that layers make together. */
export function merged(layers: readonly ValuesLayer[]): Table {
  return layers.reduce<Table>((under, { values }) => mergeTables(under, values), new Map())
}

/** Every value of a release with the layer that has the last word on it. */
export function blameValues(
  defaults: Table,
  layers: readonly ValuesLayer[],
): readonly LayeredValue[] {
  const all = [{ is: 'chart', name: 'values.yaml', values: defaults } as const, ...layers]
  const seen = all.map(({ is, name, values }) => ({ is, name, values: jsonOfTable(values) }))
  const together = jsonOfTable(completeTable(merged(layers), defaults, 'coalesce', () => {}))
  return leavesOf(together, []).map(({ path, value }) => {
    const layer = seen.findLast((one) => hasPath(one.values, path))
    return { path: path.join('.'), value, layer: layer?.is ?? 'chart', name: layer?.name ?? '' }
  })
}

interface Leaf {
  readonly path: readonly string[]
  readonly value: Json
}

/** Every value that is no map of others; lists are one piece, as in Helm. */
function leavesOf(value: Json, path: readonly string[]): readonly Leaf[] {
  const isInner = isJsonObject(value) && Object.keys(value).length > 0
  if (!isInner) return [{ path, value }]
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
}

function hasPath(values: Json | undefined, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return values !== undefined
  return isJsonObject(values) && Object.hasOwn(values, first) && hasPath(values[first], rest)
}

function readText(text: string): Table {
  return readValues(toBytes(text))
}

function tableOf(values: JsonRecord): Table {
  return readText(JSON.stringify(values))
}
