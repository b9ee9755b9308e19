import type { Chart, Table } from '../../chart/chart.ts'
import { copyTable, isTable } from '../../chart/values/table.ts'
import type { Value } from '../../formats/value.ts'

/** Values by which charts take one registry for all their images. */
const registryPaths = [
  ['global', 'imageRegistry'],
  ['global', 'image', 'registry'],
  ['global', 'registry'],
  ['global', 'cattle', 'systemDefaultRegistry'],
  ['defaultImageRegistry'],
] as const

/** Charts that know their images by name refuse other registries unless this says that it is meant. */
const permission = ['global', 'security', 'allowInsecureImages'] as const

/**
 * The values with the registry where the chart or one of its dependencies has a value for it; undefined where none has, or
 * where the user has set it. Only a render tells whether the chart does by it what is wanted.
 */
export function registryValues(chart: Chart, values: Table, registry: string): Table | undefined {
  const declared = registryPaths.filter((path) => isDeclared(chart, path, path[0] !== 'global'))
  const open = declared.filter((path) => isBlank(valueAt(values, path)))
  if (open.length === 0) return undefined
  const result = copyTable(values)
  const place = registry.replace(/\/+$/, '')
  for (const path of open) setAt(result, path, place)
  const asks = isDeclared(chart, permission, false) && valueAt(values, permission) === undefined
  if (asks) setAt(result, permission, true)
  return result
}

// Global values of a dependency are those of the chart above it; others are its own.
function isDeclared(chart: Chart, path: readonly string[], onlyHere: boolean): boolean {
  const value = valueAt(chart.values, path)
  if (value !== undefined && !isTable(value) && !Array.isArray(value)) return true
  return !onlyHere && chart.dependencies.some((one) => isDeclared(one, path, false))
}

function isBlank(value: Value): boolean {
  return value === undefined || value === null || value === ''
}

function valueAt(table: Table, path: readonly string[]): Value {
  let at: Value = table
  for (const key of path) at = isTable(at) ? at.get(key) : undefined
  return at
}

function setAt(table: Table, path: readonly string[], value: Value): void {
  const [key = '', ...rest] = path
  if (rest.length === 0) {
    table.set(key, value)
    return
  }
  const below = table.get(key)
  const next: Table = isTable(below) ? below : new Map()
  table.set(key, next)
  setAt(next, rest, value)
}
