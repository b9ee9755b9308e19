import type { Value } from '../../formats/value.ts'
import type { Chart, Table } from '../chart.ts'
import { copyTable, isTable } from '../values/table.ts'
import type { RenderRequest } from '../render/render.ts'
import type { OutputOptions } from '../render/template-output.ts'
import { type Keys, valueAt } from './layers.ts'
import { type FailedTrace, type TracedChart, traceChart } from './trace-chart.ts'
import { pathText } from '../../template/trace/values-path.ts'
import type { ReadSet } from '../../template/trace/read-set.ts'
import type { Guard } from '../../template/trace/guard.ts'

/** A value that is given another one to see what a chart does then. */
export interface Flip {
  readonly keys: Keys
  readonly value: Value
  /** As `--set` takes it. */
  readonly text: string
}

/** A render whose branches were noted. */
export interface Noted {
  readonly traced: TracedChart
  readonly guards: readonly Guard[]
}

/** Renders a chart with provenance and notes what decided its branches. */
export function noteBranches(
  chart: Chart,
  request: RenderRequest,
  options: OutputOptions,
): Noted | FailedTrace {
  const guards = new Map<object, Map<ReadSet, Guard>>()
  const onGuard = (guard: Guard) => {
    const known = guards.get(guard.node) ?? new Map<ReadSet, Guard>()
    if (guard.opens && !known.has(guard.reads))
      guards.set(guard.node, known.set(guard.reads, guard))
  }
  const traced = traceChart(chart, request, { ...options, onGuard })
  if ('error' in traced) return traced
  return { traced, guards: [...guards.values()].flatMap((known) => [...known.values()]) }
}

/**
 * The values that could have decided branches otherwise, each with what it would have to be; only of branches that
 * mention what is meant. Values that no branch looks at may be looked at by functions, and are switched on.
 */
export function flipsOf(
  { traced, guards }: Noted,
  isMeant: (text: string) => boolean,
): ReadonlyMap<string, Flip> {
  const full = traced.prepared.values
  const flips = new Map<string, Flip>()
  const add = (keys: Keys, value: Value) => {
    const flip = flipTo(keys, value)
    if (!flips.has(flip.text)) flips.set(flip.text, flip)
  }
  const relevant = new Map(guards.map((guard) => [guard.node, guard.mentions(isMeant)]))
  for (const guard of guards) {
    for (const { path } of relevant.get(guard.node) === true ? guard.reads.reads : []) {
      for (const other of othersThan(valueAt(full, path.keys), guard)) add(path.keys, other)
    }
  }
  const guarding = new Set(guards.flatMap(({ reads }) => reads.reads.map(({ path }) => path)))
  for (const { path } of traced.reads.reads) {
    if (!guarding.has(path) && valueAt(full, path.keys) === false) add(path.keys, true)
  }
  return flips
}

/** The flips that bring subcharts which the values leave out. */
export function subchartFlips(chart: Chart, full: Table, prefix: Keys = []): readonly Flip[] {
  const flips: Flip[] = []
  for (const { name, alias, condition, tags } of chart.metadata.dependencies ?? []) {
    const [first = ''] = condition.trim().split(',')
    const keys = [...prefix, ...first.split('.')]
    if (first !== '' && valueAt(full, keys) !== true) flips.push(flipTo(keys, true))
    for (const tag of tags) {
      if (valueAt(full, ['tags', tag]) === false) flips.push(flipTo(['tags', tag], true))
    }
    const sub = chart.dependencies.find((one) => one.metadata.name === name)
    const called = alias === '' ? name : alias
    if (sub !== undefined) flips.push(...subchartFlips(sub, full, [...prefix, called]))
  }
  return flips
}

function flipTo(keys: Keys, value: Value): Flip {
  return { keys, value, text: `${pathText(keys)}=${shown(value)}` }
}

function shown(value: Value): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return '[{…}]'
  if (value instanceof Map) return '{…}'
  return typeof value === 'boolean' || typeof value === 'bigint' ? `${value}` : ''
}

/** The text that takes the place of an empty one. */
export const sampleText = 'x'

// The values that a condition might be looking for where it is not satisfied, or is.
function othersThan(value: Value, { kind, literals }: Guard): readonly Value[] {
  const texts = literals.filter((text) => text !== '' && text !== value && text.length < 64)
  if (typeof value === 'string') return value === '' && texts.length === 0 ? [sampleText] : texts
  if (value === undefined || value === null) {
    if (kind === 'range') return [[itemSample()], new Map([[sampleText, itemSample()]])]
    return texts.length === 0 ? [true] : texts
  }
  if (typeof value === 'boolean') return [!value]
  if (value === 0n || value === 0) return [1n]
  if (Array.isArray(value)) return value.length === 0 ? [[itemSample()]] : []
  if (value instanceof Map && kind === 'range') {
    return value.size === 0 ? [new Map([[sampleText, itemSample()]])] : []
  }
  return []
}

function itemSample(): Table {
  return new Map([['name', sampleText]])
}

/** The values with some of them flipped; a list of which one item is flipped is set as a whole. */
export function withFlips(values: Table, full: Table, flips: readonly Flip[]): Table {
  const result = copyTable(values)
  for (const { keys, value } of flips) {
    const at = keys.findIndex((key) => typeof key === 'number')
    if (at < 0) setAt(result, keys.map(String), value)
    else setInList(result, full, { keys, at }, value)
  }
  return result
}

function setInList(
  result: Table,
  full: Table,
  { keys, at }: { readonly keys: Keys; readonly at: number },
  value: Value,
): void {
  const path = keys.slice(0, at)
  const before = valueAt(result, path) ?? valueAt(full, path)
  if (!Array.isArray(before)) return
  const copy = copyTable(new Map([['list', before]])).get('list')
  if (Array.isArray(copy)) setInside(copy, keys.slice(at), value)
  setAt(result, path.map(String), copy)
}

function setInside(container: Value, keys: Keys, value: Value): void {
  const [key = '', ...rest] = keys
  const list = Array.isArray(container) ? (container as Value[]) : undefined
  if (rest.length > 0) {
    const inner = list === undefined ? valueAt(container, [key]) : list[Number(key)]
    setInside(inner, rest, value)
  } else if (list !== undefined) list[Number(key)] = value
  else if (isTable(container)) container.set(String(key), value)
}

function setAt(table: Table, keys: readonly string[], value: Value): void {
  let current = table
  for (const key of keys.slice(0, -1)) {
    const next = current.get(key)
    const inner: Table = isTable(next) ? next : new Map()
    current.set(key, inner)
    current = inner
  }
  current.set(keys.at(-1) ?? '', value)
}
