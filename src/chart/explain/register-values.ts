import type { Value } from '../../formats/value.ts'
import { noReads, type ReadSet, type ReadSets } from '../../template/trace/read-set.ts'
import { isContainer, entriesOf, type OriginStore } from '../../template/trace/container-origins.ts'
import type { ValuesPath } from '../../template/trace/values-path.ts'
import type { Chart, Table } from '../chart.ts'
import type { Dependency } from '../load/metadata.ts'
import { isTable } from '../values/table.ts'

const globalKey = 'global'

interface Registry {
  readonly sets: ReadSets
  readonly origins: OriginStore
}

/**
 * Says of every table and list of the values which place it is. The value that a subchart sees as
 * `.Values.global.x` is the root's `global.x` where the root has it.
 */
export function registerValues(
  chart: Chart,
  values: Table,
  root: ValuesPath,
  registry: Registry,
): void {
  registerChart(registry, chart, values, root)
}

function registerChart(registry: Registry, chart: Chart, values: Table, path: ValuesPath): void {
  registry.origins.need(values, path)
  const globals = values.get(globalKey)
  if (globals !== undefined) registerBelow(registry, globals, path.child(globalKey))
  for (const sub of chart.dependencies) {
    const { name } = sub.metadata
    const table = values.get(name)
    if (!isTable(table)) continue
    registry.origins.need(table, path.child(name))
    const own = table.get(globalKey)
    if (isTable(own) && isTable(globals)) {
      registerGlobals(registry, own, globals, path.child(name).child(globalKey))
      registry.origins.set(table, globalKey, registry.origins.entry(values, globalKey, globals))
    }
    registerChart(registry, sub, table, path.child(name))
  }
  for (const [key, value] of values) registerBelow(registry, value, path.child(key))
}

function registerBelow(registry: Registry, value: Value, path: ValuesPath): void {
  if (!isContainer(value) || registry.origins.find(value) !== undefined) return
  registry.origins.need(value, path)
  for (const [key, entry] of entriesOf(value)) registerBelow(registry, entry, path.child(key))
}

/** A subchart's copy of the globals above it, with what only the subchart has. */
function registerGlobals(registry: Registry, own: Table, above: Table, ownPath: ValuesPath): void {
  const { origins, sets } = registry
  const path = origins.find(above)?.path
  if (path === undefined || origins.find(own) !== undefined) return
  origins.need(own, path)
  for (const [key, value] of own) {
    const inherited = above.get(key)
    if (isTable(value) && isTable(inherited)) {
      registerGlobals(registry, value, inherited, ownPath.child(key))
    } else if (inherited === undefined) {
      const kind = isContainer(value) ? 'presence' : 'value'
      origins.set(own, key, { reads: sets.of(ownPath.child(key), kind) })
      registerBelow(registry, value, ownPath.child(key))
    } else {
      origins.set(own, key, origins.entry(above, key, inherited))
    }
  }
}

/** The conditions that decide which charts are part of the tree. */
export class ChartConditions {
  private readonly values: Table
  private readonly root: ValuesPath
  private readonly sets: ReadSets
  private readonly byPath = new Map<string, ReadSet>()

  constructor(chart: Chart, values: Table, root: ValuesPath, sets: ReadSets) {
    this.values = values
    this.root = root
    this.sets = sets
    this.visit(chart, { path: chart.metadata.name, prefix: [], reads: noReads })
  }

  /**
   * The reads that decided that the chart of a template is there: the innermost chart that its name
   * lies in.
   */
  of(template: string): ReadSet {
    let longest = ''
    for (const path of this.byPath.keys()) {
      if (path.length > longest.length && template.startsWith(`${path}/`)) longest = path
    }
    return this.byPath.get(longest) ?? noReads
  }

  /** The conditions of all charts. */
  all(): ReadSet {
    return this.sets.all(this.byPath.values())
  }

  private visit(chart: Chart, at: ChartPlace): void {
    this.byPath.set(at.path, at.reads)
    for (const sub of chart.dependencies) {
      const { name } = sub.metadata
      const declared = chart.metadata.dependencies?.find((one) => one.name === name)
      const own = declared === undefined ? noReads : this.judged(declared, at.prefix)
      this.visit(sub, {
        path: `${at.path}/charts/${name}`,
        prefix: [...at.prefix, name],
        reads: this.sets.union(at.reads, own),
      })
    }
  }

  /** The conditions of a declaration up to the first that decides, or its tags. */
  judged({ condition, tags }: Dependency, prefix: readonly string[]): ReadSet {
    const looked: ReadSet[] = []
    for (const one of condition.trim().split(',')) {
      if (one === '') continue
      const keys = [...prefix, ...one.split('.')]
      const value = valueAt(this.values, keys)
      const path = keys.reduce((under, key) => under.child(key), this.root)
      looked.push(this.sets.of(path, value === undefined ? 'presence' : 'value'))
      if (typeof value === 'boolean') return this.sets.all(looked)
    }
    const table = this.values.get('tags')
    for (const tag of isTable(table) ? tags.filter((one) => table.has(one)) : []) {
      looked.push(this.sets.of(this.root.child('tags').child(tag), 'value'))
    }
    return this.sets.all(looked)
  }
}

interface ChartPlace {
  readonly path: string
  readonly prefix: readonly string[]
  readonly reads: ReadSet
}

/** `.Subcharts` and `.Chart.Dependencies` of the root name the charts that the conditions leave. */
export function registerSubcharts(
  declared: readonly Dependency[],
  data: ReadonlyMap<string, Value>,
  conditions: ChartConditions,
  { sets, origins }: Registry,
): void {
  const reads = sets.all(declared.map((one) => conditions.judged(one, [])))
  const chart = data.get('Chart')
  const lists = [
    data.get('Subcharts'),
    chart instanceof Map ? chart.get('Dependencies') : undefined,
  ]
  for (const list of lists) if (isContainer(list)) origins.add(list, undefined, reads)
}

function valueAt(table: Table, keys: readonly string[]): Value {
  let value: Value = table
  for (const key of keys) {
    if (!isTable(value)) return undefined
    value = value.get(key)
  }
  return value
}
