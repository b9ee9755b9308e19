import { TypedMap, type Value } from '../../formats/value.ts'
import { withCapacityOf } from '../../template/functions/lists/list-capacity.ts'
import type { Table } from '../chart.ts'

/** Whether a value is what Helm calls a table: map[string]interface {}. */
export function isTable(value: Value): value is Table {
  return value instanceof Map && !(value instanceof TypedMap)
}

/** A deep copy of tables and lists; scalars cannot change and are shared. */
export function copyTable(table: ReadonlyMap<string, Value>): Table {
  const copy: Table = new Map()
  for (const [key, value] of table) copy.set(key, copyValue(value))
  return copy
}

/** The value at a dotted path: undefined where it is missing or where a step is no table. */
export function tableAt(table: Table, path: string): Table | undefined {
  let current: Table = table
  for (const key of path.split('.')) {
    const next = current.get(key)
    if (!isTable(next)) return undefined
    current = next
  }
  return current
}

/** The value at a dotted path unless it is missing or is itself a table, as conditions want it. */
export function leafAt(table: Table, path: string): Value {
  if (path === '') return undefined
  const end = path.lastIndexOf('.')
  const parent = end < 0 ? table : tableAt(table, path.slice(0, end))
  const value = parent?.get(path.slice(end + 1))
  return isTable(value) ? undefined : value
}

function copyValue(value: Value): Value {
  if (isTable(value)) return copyTable(value)
  if (Array.isArray(value)) return withCapacityOf(value.map(copyValue), value)
  return value
}
