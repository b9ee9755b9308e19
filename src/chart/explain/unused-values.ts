import type { Value } from '../../formats/value.ts'
import type { Read } from '../../template/trace/read-set.ts'
import { pathText } from '../../template/trace/values-path.ts'
import type { Table } from '../chart.ts'
import { isTable } from '../values/table.ts'
import { valueAt, type Keys, type ValueLayers, type ValueSource } from './layers.ts'
import type { TracedChart } from './trace-chart.ts'

/** A value that the user set and nothing looked at. */
export interface UnusedValue {
  readonly path: string
  readonly setBy: ValueSource
  /** The first key of the path that the chart does not know, and the names it knows there. */
  readonly unknown: UnknownKey | undefined
}

export interface UnknownKey {
  readonly above: Keys
  readonly key: string
  readonly below: Keys
  readonly known: readonly string[]
}

/** Values of the user that no template and no condition read. */
export function unusedValues(traced: TracedChart, layers: ValueLayers): readonly UnusedValue[] {
  const used = new UsedPaths(traced.reads.reads)
  const found = new Map<string, UnusedValue>()
  for (const { table, source } of layers.userTables()) {
    for (const keys of leaves(table, [])) {
      const path = pathText(keys)
      if (found.has(path) || used.has(keys)) continue
      const unknown = unknownKey(traced, layers, keys)
      found.set(path, { path, setBy: source(keys), unknown })
    }
  }
  return [...found.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Scalars, and tables and lists as far as they are empty. A null only takes a default away. */
function leaves(value: Value, keys: Keys): Keys[] {
  if (value === null || value === undefined) return []
  if (isTable(value) && value.size > 0) {
    return [...value].flatMap(([key, entry]) => leaves(entry, [...keys, key]))
  }
  if (Array.isArray(value) && value.length > 0) {
    return (value as readonly Value[]).flatMap((entry, index) => leaves(entry, [...keys, index]))
  }
  return [keys]
}

class UsedPaths {
  private readonly values: ReadonlySet<string>
  private readonly looked: ReadonlySet<string>

  constructor(reads: readonly Read[]) {
    this.values = pathTexts(reads.filter(({ kind }) => kind === 'value'))
    this.looked = pathTexts(reads)
  }

  /** Whether the value itself was looked at, or something that it is part of was used as a whole. */
  has(keys: Keys): boolean {
    if (this.looked.has(pathText(keys))) return true
    return keys.some((_, depth) => this.values.has(pathText(keys.slice(0, depth))))
  }
}

function pathTexts(reads: readonly Read[]): ReadonlySet<string> {
  return new Set(reads.map(({ path }) => path.text))
}

/** Where the path leaves what the chart has defaults for or reads. */
function unknownKey(
  { prepared, reads }: TracedChart,
  layers: ValueLayers,
  keys: Keys,
): UnknownKey | undefined {
  for (const [depth, key] of keys.entries()) {
    if (typeof key !== 'string') return undefined
    const above = keys.slice(0, depth)
    const table = valueAt(prepared.values, above)
    if (!isTable(table)) return undefined
    const known = knownNames(table, above, layers, reads.reads)
    if (!known.includes(key)) return { above, key, below: keys.slice(depth + 1), known }
  }
  return undefined
}

function knownNames(
  table: Table,
  above: Keys,
  layers: ValueLayers,
  reads: readonly Read[],
): readonly string[] {
  const defaults = [...table.keys()].filter((key) => layers.findDefaultOf([...above, key]))
  const prefix = pathText(above)
  const read = reads.flatMap(({ path }) => {
    const { keys } = path
    const next = keys[above.length]
    const isBelow = typeof next === 'string' && pathText(keys.slice(0, above.length)) === prefix
    return isBelow ? [next] : []
  })
  return [...new Set([...defaults, ...read])]
}
