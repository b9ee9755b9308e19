import { Sized, type Value } from '../../src/formats/value.ts'
import type { Chart, Table } from '../../src/chart/chart.ts'
import { copyTable, isTable } from '../../src/chart/values/table.ts'

export type Keys = readonly (string | number)[]

/** A scalar of the values, and another one of its type. */
export interface Leaf {
  readonly keys: Keys
  readonly changed: Value
}

/** Every scalar that a user could set, in order. A global that a subchart inherits is the root's. */
export function leavesOf(chart: Chart, values: Table): Leaf[] {
  return tableLeaves(values, [], chart, undefined)
}

function tableLeaves(table: Table, keys: Keys, chart: Chart | undefined, inherited: Value): Leaf[] {
  return [...table].flatMap(([key, value]) => {
    const at = [...keys, key]
    if (key === 'global' && isTable(value) && isTable(inherited))
      return ownGlobals(value, inherited, at)
    const sub = chart?.dependencies.find((one) => one.metadata.name === key)
    if (sub !== undefined && isTable(value)) {
      return tableLeaves(value, at, sub, table.get('global') ?? new Map())
    }
    return valueLeaves(value, at)
  })
}

function ownGlobals(own: Table, above: Table, keys: Keys): Leaf[] {
  return [...own].flatMap(([key, value]) => {
    const inherited = above.get(key)
    if (inherited === undefined) return valueLeaves(value, [...keys, key])
    return isTable(value) && isTable(inherited) ? ownGlobals(value, inherited, [...keys, key]) : []
  })
}

function valueLeaves(value: Value, keys: Keys): Leaf[] {
  if (isTable(value))
    return [...value].flatMap(([key, entry]) => valueLeaves(entry, [...keys, key]))
  if (Array.isArray(value)) {
    return (value as readonly Value[]).flatMap((entry, index) =>
      valueLeaves(entry, [...keys, index]),
    )
  }
  const changed = changeOf(value)
  return changed === undefined ? [] : [{ keys, changed }]
}

function changeOf(value: Value): Value {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (value instanceof Sized) return new Sized(value.kind, value.value + 1n)
  if (typeof value !== 'string') return undefined
  if (value === '') return 'changed'
  return value.includes('\n') ? value.replaceAll(/(\S)[^\S\n]*$/gm, '$1x') : `${value}x`
}

/** The values that a user would give to change one scalar: of a list, the whole list. */
export function withLeaf(given: Table, complete: Table, { keys, changed }: Leaf): Table {
  const values = copyTable(given)
  let into = values
  let from: Table = complete
  for (const [depth, key] of keys.entries()) {
    const name = String(key)
    const next = from.get(name)
    if (depth === keys.length - 1) into.set(name, changed)
    else if (isTable(next)) {
      const below = into.get(name)
      const table = isTable(below) ? below : new Map<string, Value>()
      into.set(name, table)
      into = table
      from = next
    } else {
      into.set(name, changedInside(next, keys.slice(depth + 1), changed))
      break
    }
  }
  return values
}

function changedInside(value: Value, keys: Keys, changed: Value): Value {
  const [key, ...rest] = keys
  if (key === undefined) return changed
  if (typeof key === 'number') {
    return (value as readonly Value[]).map((entry, index) =>
      index === key ? changedInside(entry, rest, changed) : entry,
    )
  }
  const table = new Map(value as Table)
  return table.set(key, changedInside(table.get(key), rest, changed))
}
