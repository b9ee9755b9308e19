import type { Table } from '../../chart/chart.ts'
import { mergeTables } from '../../chart/values/merge.ts'
import { readValues } from '../../chart/values/read-values.ts'
import { decodeJson } from '../../formats/json/decode.ts'
import { toBytes } from '../../formats/go-string.ts'
import { Sized, type Value } from '../../formats/value.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import { printJson } from '../../objects/json-text.ts'

/** The contents of one entry of `valuesFrom`: texts by key. */
export interface ValuesSource {
  readonly from: Plugin['spec']['valuesFrom'][number]
  /** Undefined when it is optional and not there. */
  readonly data: Readonly<Record<string, string>> | undefined
  /** Whether it may be shown although it is in a Secret. */
  readonly isPlain?: boolean
}

/** Values that an object holds itself. */
export type InlineValues = Pick<Plugin['spec'], 'values' | 'valuesText'>

/** The values of a plugin: those of other objects in list order, the inline ones over them. */
export function mergeValues(spec: InlineValues, sources: readonly ValuesSource[]): Table {
  let values: Table = new Map()
  for (const source of sources) values = mergeTables(values, valuesOf(source))
  return mergeTables(values, inlineValues(spec))
}

function inlineValues({ values, valuesText }: InlineValues): Table {
  if (valuesText !== undefined) return readValues(toBytes(valuesText))
  if (values === undefined) return new Map()
  return decodeJson(printJson(values), 'map') as Table
}

function valuesOf({ from, data }: ValuesSource): Table {
  if (data === undefined) return new Map()
  const prefix = (from.prefix ?? '').split('.').filter((part) => part !== '')
  if (from.key !== undefined) {
    return nest(prefix, readValues(toBytes(data[from.key] ?? '')))
  }
  let values: Table = new Map()
  for (const [key, text] of Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    values = mergeTables(values, nest([...prefix, ...key.split('.')], scalarOf(text)))
  }
  return values
}

function nest(path: readonly string[], value: Value): Table {
  const [first, ...rest] = path
  if (first === undefined) return value instanceof Map ? value : new Map()
  return new Map([[first, rest.length === 0 ? value : nest(rest, value)]])
}

// As `--set` reads what stands behind the equals sign.
function scalarOf(text: string): Value {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === 'null') return null
  if (/^(?:0|-?[1-9][0-9]{0,17})$/.test(text)) return new Sized('int64', BigInt(text))
  return text
}
