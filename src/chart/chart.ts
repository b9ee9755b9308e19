import type { Value } from '../formats/value.ts'
import type { Metadata } from './load/metadata.ts'

/** A file of a chart by its path inside the chart, with forward slashes. */
export interface ChartFile {
  readonly name: string
  readonly data: Uint8Array
}

/** The values of a chart: Helm's map[string]interface {}. */
export type Table = Map<string, Value>

/** A chart as it was loaded, with the charts below `charts/`. */
export interface Chart {
  readonly metadata: Metadata
  readonly templates: readonly ChartFile[]
  /** values.yaml, parsed; an empty table when there is none. */
  readonly values: Table
  /** values.schema.json as it stands in the chart. */
  readonly schema?: Uint8Array
  /** Every other file: what `.Files` shows. */
  readonly files: readonly ChartFile[]
  /** All files in load order, special ones included: what `show` and `package` need. */
  readonly raw: readonly ChartFile[]
  readonly dependencies: readonly Chart[]
  /** Whether templates find values at the top as well, as `.Image` beside `.Values.Image`. Never so for Helm's charts. */
  readonly valuesAtTop?: boolean
  /** The documents that its schemas refer to, by address; absent where nobody fetches any. */
  readonly documents?: SchemaDocuments
}

/** Documents that schemas refer to, by their addresses without fragments. */
export type SchemaDocuments = ReadonlyMap<string, SchemaDocument>

export interface SchemaDocument {
  readonly data: Uint8Array
  /** The digest of the data, as registries write digests. */
  readonly digest: string
}
