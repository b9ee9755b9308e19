import { formatValue, sprintf } from '../../template/fmt/sprint.ts'
import type { Value } from '../../formats/value.ts'
import type { Chart, Table } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { copyTable, isTable } from './table.ts'

/**
 * How nulls are treated: `coalesce` lets a null of the user delete a default and drops nulls among
 * the defaults; `merge` keeps all nulls, because a later coalescing will want to see them.
 */
export type NullRule = 'coalesce' | 'merge'

/** Receives what Helm prints as a warning. */
export type Warn = (message: string) => void

/**
 * The values a chart renders with: the given ones, completed by the chart's defaults, with a table for
 * each subchart that is completed likewise. The given table is not changed. Subchart tables of the
 * result are part of it, so that a template that changes one changes what its parent sees.
 */
export function coalesceValues(chart: Chart, values: Table, rule: NullRule, warn: Warn): Table {
  return completeChart(chart, copyTable(values), '', { rule, warn })
}

/** Completes one table by another, the first being authoritative; both are changed. */
export function completeTable(target: Table, defaults: Table, rule: NullRule, warn: Warn): Table {
  fillTable(target, defaults, '', { rule, warn })
  return target
}

interface Pass {
  readonly rule: NullRule
  readonly warn: Warn
}

const globalKey = 'global'

function completeChart(chart: Chart, values: Table, prefix: string, pass: Pass): Table {
  const path = joinPath(prefix, chart.metadata.name)
  addDefaults(chart, values, path, pass)
  for (const subchart of chart.dependencies) {
    const { name } = subchart.metadata
    if (!values.has(name)) values.set(name, new Map())
    const below = values.get(name)
    if (!isTable(below)) {
      // Helm formats the offending value with %t, whatever it is.
      throw new ChartError('values', sprintf('type mismatch on %s: %t', [name, below ?? null]))
    }
    passGlobals(below, values, path, pass)
    completeChart(subchart, below, path, pass)
  }
  return values
}

function addDefaults(chart: Chart, values: Table, path: string, pass: Pass): void {
  for (const [key, fallback] of copyTable(chart.values)) {
    if (!values.has(key)) {
      addMissing(values, key, fallback, pass)
      continue
    }
    const given = values.get(key)
    if (given === null && pass.rule === 'coalesce') values.delete(key)
    else if (isTable(given)) completeGiven(given, fallback, { chart, key, path }, pass)
  }
}

function addMissing(values: Table, key: string, fallback: Value, pass: Pass): void {
  if (pass.rule === 'coalesce') {
    if (fallback === null) return
    if (isTable(fallback)) dropNulls(fallback)
  }
  values.set(key, fallback)
}

interface SubchartKey {
  readonly chart: Chart
  readonly key: string
  readonly path: string
}

function completeGiven(given: Table, fallback: Value, place: SubchartKey, pass: Pass): void {
  if (!isTable(fallback)) {
    if (fallback !== null) {
      pass.warn(`warning: skipped value for ${place.path}.${place.key}: Not a table.`)
    }
    return
  }
  // Nulls below the key of a subchart are for that subchart's own defaults.
  const isSubchart = place.chart.dependencies.some((sub) => sub.metadata.name === place.key)
  const rule = isSubchart ? 'merge' : pass.rule
  if (rule === 'coalesce') dropNulls(fallback)
  fillTable(given, fallback, joinPath(place.path, place.key), { ...pass, rule })
}

/** Hands the globals of a chart down to a subchart; the parent's win, the subchart's complete them. */
function passGlobals(below: Table, values: Table, prefix: string, pass: Pass): void {
  const own = below.has(globalKey) ? below.get(globalKey) : new Map<string, Value>()
  if (!isTable(own)) {
    pass.warn(`warning: skipping globals because destination ${globalKey} is not a table.`)
    return
  }
  const above = values.has(globalKey) ? values.get(globalKey) : new Map<string, Value>()
  if (!isTable(above)) {
    pass.warn(`warning: skipping globals because source ${globalKey} is not a table.`)
    return
  }
  for (const [key, value] of above) {
    if (isTable(value)) passGlobalTable(own, key, value, { prefix, pass })
    else if (isTable(own.get(key))) pass.warn(`key ${key} is table. Skipping`)
    else own.set(key, value)
  }
  below.set(globalKey, own)
}

function passGlobalTable(
  own: Table,
  key: string,
  value: Table,
  { prefix, pass }: { prefix: string; pass: Pass },
): void {
  const copy: Table = new Map(value)
  if (own.has(key)) {
    const mine = own.get(key)
    if (!isTable(mine)) {
      pass.warn(sprintf('Conflict: cannot merge map onto non-map for %q. Skipping.', [key]))
      return
    }
    fillTable(copy, mine, joinPath(prefix, key), { ...pass, rule: 'merge' })
  }
  own.set(key, copy)
}

/** Completes `target` by `defaults`, recursively. Also changes `defaults`, as Helm does. */
function fillTable(target: Table, defaults: Table, prefix: string, pass: Pass): void {
  const defined = new Set([...defaults].filter(([, value]) => value !== null).map(([key]) => key))
  for (const [key, value] of target) if (value === null) defaults.set(key, null)
  for (const [key, fallback] of defaults) {
    const given = target.get(key)
    if (!target.has(key)) target.set(key, fallback)
    else if (pass.rule === 'coalesce' && given === null && defined.has(key)) target.delete(key)
    else if (isTable(fallback)) fillNested(given, fallback, joinPath(prefix, key), pass)
    else if (isTable(given) && fallback !== null) {
      const text = formatValue(fallback)
      const at = joinPath(prefix, key)
      pass.warn(`warning: destination for ${at} is a table. Ignoring non-table value (${text})`)
    }
  }
}

function fillNested(given: Value, fallback: Table, path: string, pass: Pass): void {
  if (isTable(given)) fillTable(given, fallback, path, pass)
  else
    pass.warn(
      `warning: cannot overwrite table with non table for ${path} (${formatValue(fallback)})`,
    )
}

function dropNulls(table: Table): void {
  for (const [key, value] of table) {
    if (value === null) table.delete(key)
    else if (isTable(value)) dropNulls(value)
  }
}

function joinPath(prefix: string, key: string): string {
  return prefix === '' ? key : `${prefix}.${key}`
}
