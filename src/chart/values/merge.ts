import type { Table } from '../chart.ts'
import { isTable } from './table.ts'

/** Values files over one another: tables are merged, everything else is replaced, null included. */
export function mergeTables(under: Table, over: Table): Table {
  const merged: Table = new Map(under)
  for (const [key, value] of over) {
    const below = merged.get(key)
    merged.set(key, isTable(value) && isTable(below) ? mergeTables(below, value) : value)
  }
  return merged
}
