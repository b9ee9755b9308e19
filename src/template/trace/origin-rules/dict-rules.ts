// Functions that make, change and copy dicts: entries keep where they come from.
import { strval } from '../../functions/strval.ts'
import { listOf } from './list-rules.ts'
import { decidedBy } from './merge-rules.ts'
import { entryOf, shallowReads, type OriginRule } from './origin-rule.ts'
import { nowhere } from '../provenance.ts'
import { noReads, type ReadSet } from '../read-set.ts'
import { entriesOf, isContainer } from '../container-origins.ts'

const dict: OriginRule = (tracing, args, call) => {
  const value = call()
  for (let at = 0; at < args.length; at += 2) {
    const key = args[at]
    const entry = args[at + 1]?.from ?? nowhere
    if (key === undefined || !isContainer(value)) continue
    const presence = key.from.reads
    tracing.origins.set(value, strval(key.value), {
      ...tracing.origins.adding(entry, presence),
      ...(presence.id === 0 ? {} : { presence }),
    })
  }
  return { value, from: nowhere }
}

const set: OriginRule = (tracing, args, call) => {
  const [map, key, entry] = args
  tracing.journal?.save(map?.value)
  const value = call()
  if (map === undefined || key === undefined || !isContainer(map.value))
    return { value, from: nowhere }
  const decided = decidedBy(tracing, key)
  const from = tracing.origins.adding(entry?.from ?? nowhere, decided)
  tracing.origins.set(map.value, key.value as string, { ...from, presence: decided })
  tracing.origins.share(value, map.value)
  return { value, from: map.from }
}

const unset: OriginRule = (tracing, args, call) => {
  const [map, key] = args
  tracing.journal?.save(map?.value)
  const value = call()
  if (map === undefined || key === undefined || !isContainer(map.value))
    return { value, from: nowhere }
  const decided = decidedBy(tracing, key)
  if (decided.id !== 0) tracing.origins.set(map.value, key.value as string, { reads: decided })
  tracing.origins.share(value, map.value)
  return { value, from: map.from }
}

const someKeys = (isKept: (key: string, names: ReadonlySet<string>) => boolean): OriginRule => {
  return (tracing, args, call) => {
    const [map, ...names] = args
    const value = call()
    if (map === undefined || !(map.value instanceof Map) || !(value instanceof Map)) {
      return { value, from: nowhere }
    }
    const wanted = new Set(names.map((name) => name.value as string))
    const around = shallowReads(tracing, names)
    for (const key of map.value.keys()) {
      if (!isKept(key, wanted)) continue
      const from = tracing.origins.adding(entryOf(tracing, map, key), around)
      tracing.origins.set(value, key, {
        ...from,
        presence: tracing.origins.presence(map.value, key),
      })
    }
    const origins = tracing.origins.need(value)
    origins.absent = tracing.sets.union(map.from.reads, around)
    return { value, from: { reads: map.from.reads } }
  }
}

const keys: OriginRule = (tracing, args, call) => {
  const value = call()
  const all = args.flatMap((map): [string, ReadSet][] => {
    const { value: table } = map
    if (!(table instanceof Map)) return []
    return [...table.keys()].map((key) => [
      key,
      tracing.sets.union(map.from.reads, tracing.origins.presence(table, key)),
    ])
  })
  if (!isContainer(value)) return { value, from: nowhere }
  const names = new Map(all)
  for (const [at, key] of entriesOf(value)) {
    const reads = names.get(key as string) ?? noReads
    tracing.origins.set(value, at, { reads, presence: reads })
  }
  return { value, from: { reads: shallowReads(tracing, args) } }
}

const values: OriginRule = (tracing, args, call) => {
  const value = call()
  const [map] = args
  if (map === undefined || !(map.value instanceof Map) || !isContainer(value))
    return { value, from: nowhere }
  const from = [...map.value.keys()].toSorted().map((key) => entryOf(tracing, map, key))
  return listOf(tracing, value, from)
}

const copy: OriginRule = (tracing, args, call) => {
  const value = call()
  const [original] = args
  if (original === undefined) return { value, from: nowhere }
  tracing.origins.copy(value, original.value)
  return { value, from: original.from }
}

export const dictRules: Readonly<Record<string, OriginRule>> = {
  dict,
  set,
  unset,
  pick: someKeys((key, names) => names.has(key)),
  omit: someKeys((key, names) => !names.has(key)),
  keys,
  values,
  deepCopy: copy,
  mustDeepCopy: copy,
}
