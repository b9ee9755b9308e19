import { Sized, type Value } from '../../formats/value.ts'
import type { Chart, ChartFile, SchemaDocuments, Table } from '../chart.ts'
import { loadFiles } from '../load/load.ts'
import { withDocuments } from '../values/schema.ts'
import { gunzip } from './load-chart.ts'

/** A chart as it is sent to a thread. */
export interface SentChart {
  readonly files: readonly ChartFile[]
  readonly valuesAtTop: boolean
  readonly documents: SchemaDocuments | undefined
}

/** The chart as plain data. */
export function sentChart({ raw: files, documents, valuesAtTop = false }: Chart): SentChart {
  return { files, valuesAtTop, documents }
}

/** The chart that was sent. */
export function loadSent({ files, valuesAtTop, documents }: SentChart): Chart {
  return withDocuments({ ...loadFiles(files, gunzip), valuesAtTop }, documents)
}

/** Values that were sent. */
export function reviveTable(values: Table): Table {
  return revive(values) as Table
}

/** A value that is sent between threads loses its class: a value that is neither list nor map was a sized number. */
export function revive(value: Value): Value {
  if (value instanceof Map) {
    return new Map([...value].map(([key, inner]) => [key, revive(inner)] as const))
  }
  if (Array.isArray(value)) return value.map(revive)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  const { kind, value: number } = value as Sized
  return new Sized(kind, number)
}
