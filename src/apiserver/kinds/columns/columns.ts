import type { JsonObject, Json } from '../../../objects/json.ts'
import type { Resource } from '../../registry/resource.ts'
import {
  ageColumn,
  ageOf,
  nameColumn,
  plainColumns,
  type PrinterColumn,
} from '../../registry/table.ts'
import { cellsOf } from './column-cells.ts'
import table from './columns.json' with { type: 'json' }

type Definition = readonly [
  name: string,
  type: string,
  format: string,
  priority: number,
  description: string,
]

// The columns that the real server shows of its kinds, by `plural` or `plural.group`.
const definitions = table as unknown as Readonly<Record<string, readonly Definition[]>>

/** The columns of a table of a built-in kind. */
export function columnsOf({ group, resource }: Resource): readonly PrinterColumn[] {
  const key = group === '' ? resource : `${resource}.${group}`
  const known = definitions[key]
  if (known === undefined) {
    return withoutPrinter.has(key) ? plainColumns : [nameColumn, ageColumn]
  }
  const cells = cellsOf(key)
  return known.map(([name, type, format, priority, description]) => {
    const cell = cells[name] ?? commonCells[name] ?? (() => '<none>')
    return { name, type, format, priority, description, cell }
  })
}

const withoutPrinter = new Set([
  'customresourcedefinitions.apiextensions.k8s.io',
  'roles.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
])

const commonCells: Readonly<Record<string, (object: JsonObject, now: Date) => Json>> = {
  Name: nameColumn.cell,
  Age: (object, now) => ageOf((object['metadata'] as JsonObject)['creationTimestamp'], now),
}
