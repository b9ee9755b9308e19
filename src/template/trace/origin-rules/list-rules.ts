// Functions on lists: elements keep where they come from.
import { isMap, type Value } from '../../../formats/value.ts'
import { strval } from '../../functions/strval.ts'
import { allReads, entryOf, dependingOn, type OriginRule } from './origin-rule.ts'
import { nowhere, type Provenance, type Traced } from '../provenance.ts'
import { entriesOf, isContainer } from '../container-origins.ts'
import type { Tracing } from '../tracing.ts'

const list: OriginRule = (tracing, args, call) =>
  listOf(
    tracing,
    call(),
    args.map(({ from }) => from),
  )

/** A new list whose elements come from there. */
export function listOf(tracing: Tracing, value: Value, from: readonly Provenance[]): Traced {
  if (!isContainer(value)) return { value, from: nowhere }
  from.forEach((entry, index) => tracing.origins.set(value, index, entry))
  return { value, from: nowhere }
}

/** Where each element of a list comes from. */
function elementsOf(tracing: Tracing, traced: Traced | undefined): readonly Provenance[] {
  if (traced === undefined || !isContainer(traced.value) || isMap(traced.value)) return []
  const { value } = traced
  return [...entriesOf(value)].map(([key]) => {
    const entry = entryOf(tracing, traced, key)
    const presence = tracing.sets.union(tracing.origins.presence(value, key), traced.from.reads)
    return presence.id === 0 ? entry : { ...entry, presence }
  })
}

type Rearrange = (items: readonly Provenance[], args: readonly Traced[]) => readonly Provenance[]

function rearranged(rearrange: Rearrange): OriginRule {
  return (tracing, args, call) => {
    const items = elementsOf(tracing, args[0])
    return listOf(tracing, call(), rearrange(items, args))
  }
}

/**
 * The rule of functions that leave elements out and keep the order: each element of the result is
 * the next equal one of the source.
 */
const filtered: OriginRule = (tracing, args, call) => {
  const value = call()
  const [source, ...others] = args
  if (source === undefined || !isContainer(source.value) || !isContainer(value)) {
    return dependingOn(tracing, value, allReads(tracing, args))
  }
  const from = elementsOf(tracing, source)
  const items = [...entriesOf(source.value)].map(([, item]) => item)
  let at = 0
  const chosen = [...entriesOf(value)].map(([, item]) => {
    while (at < items.length && items[at] !== item) at++
    return from[at++] ?? nowhere
  })
  const decided = allReads(tracing, others)
  return listOf(
    tracing,
    value,
    chosen.map((entry) => tracing.origins.adding(entry, decided)),
  )
}

/** Strings in another order, or made from other elements: found again by their text. */
const matched: OriginRule = (tracing, args, call) => {
  const [source] = args
  const before =
    source !== undefined && isContainer(source.value)
      ? [...entriesOf(source.value)].map(([, item]) => strval(item))
      : []
  const from = elementsOf(tracing, source)
  const value = call()
  if (!isContainer(value) || before.length === 0) {
    return dependingOn(tracing, value, allReads(tracing, args))
  }
  const chosen = [...entriesOf(value)].map(
    ([, item]) => from[before.indexOf(strval(item))] ?? nowhere,
  )
  return listOf(tracing, value, chosen)
}

const element = (key: (source: Traced) => string | number): OriginRule => {
  return (tracing, args, call) => {
    const value = call()
    const [source] = args
    return { value, from: source === undefined ? nowhere : entryOf(tracing, source, key(source)) }
  }
}

const concat: OriginRule = (tracing, args, call) => {
  const items = args.flatMap((arg) => elementsOf(tracing, arg))
  return listOf(tracing, call(), items)
}

const push = rearranged((items, args) => [...items, args[1]?.from ?? nowhere])

const prepend = rearranged((items, args) => [args[1]?.from ?? nowhere, ...items])

const first = element(() => 0)

const last = element(({ value }) => (isContainer(value) ? [...entriesOf(value)].length - 1 : 0))

const rest = rearranged((items) => items.slice(1))

const initial = rearranged((items) => items.slice(0, -1))

const reverse = rearranged((items) => items.toReversed())

export const listRules: Readonly<Record<string, OriginRule>> = {
  list,
  tuple: list,
  append: push,
  mustAppend: push,
  push,
  mustPush: push,
  prepend,
  mustPrepend: prepend,
  first,
  mustFirst: first,
  last,
  mustLast: last,
  rest,
  mustRest: rest,
  initial,
  mustInitial: initial,
  reverse,
  mustReverse: reverse,
  uniq: filtered,
  mustUniq: filtered,
  compact: filtered,
  mustCompact: filtered,
  without: filtered,
  mustWithout: filtered,
  concat,
  sortAlpha: matched,
  toStrings: matched,
}
