// Functions that read entries of dicts and lists by key.
import { TypedList, type Value } from '../../../formats/value.ts'
import { strval } from '../../functions/strval.ts'
import { listOf } from './list-rules.ts'
import { entryOf, type OriginRule } from './origin-rule.ts'
import { nowhere, type Provenance, type Traced } from '../provenance.ts'
import { noReads } from '../read-set.ts'
import { isContainer } from '../container-origins.ts'
import type { Tracing } from '../tracing.ts'

/** Reads a path of keys and indexes, each of which may come from the values too. */
function walkKeys(tracing: Tracing, start: Traced, keys: readonly Traced[]): Provenance {
  let current = start
  for (const key of keys) {
    const at = typeof key.value === 'bigint' ? Number(key.value) : indexOf(key.value)
    const from = tracing.origins.adding(entryOf(tracing, current, at), key.from.reads)
    current = { value: valueAt(current.value, at), from }
  }
  return current.from
}

function indexOf(value: Value): string | number {
  if (typeof value === 'number' || typeof value === 'string') return value
  return strval(value)
}

function valueAt(container: Value, key: string | number): Value {
  if (container instanceof Map) return container.get(String(key))
  if (!isContainer(container)) return undefined
  const items = container instanceof TypedList ? container.items : (container as readonly Value[])
  return items?.[Number(key)]
}

const index: OriginRule = (tracing, args, call) => {
  const value = call()
  const [start, ...keys] = args
  return { value, from: start === undefined ? nowhere : walkKeys(tracing, start, keys) }
}

const dig: OriginRule = (tracing, args, call) => {
  const value = call()
  const [start, spare] = [args.at(-1), args.at(-2)]
  if (start === undefined || spare === undefined) return { value, from: nowhere }
  const found = walkKeys(tracing, start, args.slice(0, -2))
  return {
    value,
    from: value === spare.value ? tracing.origins.adding(spare.from, found.reads) : found,
  }
}

const pluck: OriginRule = (tracing, args, call) => {
  const [key, ...dicts] = args
  const name = key?.value as string
  const found = dicts.filter(({ value }) => value instanceof Map && value.has(name))
  const missing = dicts.filter((one) => !found.includes(one))
  const around = tracing.sets.all([
    key?.from.reads ?? noReads,
    ...missing.map((one) => entryOf(tracing, one, name).reads),
  ])
  const value = call()
  if (isContainer(value)) tracing.origins.need(value).absent = around
  const from = found.map((one) => tracing.origins.adding(entryOf(tracing, one, name), around))
  const traced = listOf(tracing, value, from)
  return found.length > 0 ? traced : { value, from: { reads: around } }
}

const hasKey: OriginRule = (tracing, args, call) => {
  const [map, key] = args
  if (map === undefined || key === undefined) return { value: call(), from: nowhere }
  const entry = entryOf(tracing, map, key.value as string)
  const reads = tracing.sets.asPresence(entry.reads)
  return { value: call(), from: { reads: tracing.sets.union(reads, key.from.reads) } }
}

export const readRules: Readonly<Record<string, OriginRule>> = {
  index,
  get: index,
  dig,
  pluck,
  hasKey,
}
