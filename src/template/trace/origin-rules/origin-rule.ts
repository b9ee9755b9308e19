import type { Value } from '../../../formats/value.ts'
import type { Provenance, Traced } from '../provenance.ts'
import type { ReadSet } from '../read-set.ts'
import { isContainer } from '../container-origins.ts'
import type { Tracing } from '../tracing.ts'

/** How a result depends on its arguments. It calls the function itself, at the right moment. */
export type OriginRule = (tracing: Tracing, args: readonly Traced[], call: () => Value) => Traced

/** Everything an argument holds, the inside of containers included. */
export function deepReads(tracing: Tracing, { value, from }: Traced): ReadSet {
  return isContainer(value)
    ? tracing.sets.union(from.reads, tracing.origins.deep(value))
    : from.reads
}

/** The union of what all arguments hold. */
export function allReads(tracing: Tracing, args: readonly Traced[]): ReadSet {
  return tracing.sets.all(args.map((arg) => deepReads(tracing, arg)))
}

/** The reads that decided the arguments themselves, without those of their contents. */
export function shallowReads(tracing: Tracing, args: readonly Traced[]): ReadSet {
  return tracing.sets.all(args.map(({ from }) => from.reads))
}

/** A result that depends on these reads throughout; a new container passes them on to its entries. */
export function dependingOn(tracing: Tracing, value: Value, reads: ReadSet): Traced {
  if (isContainer(value) && reads.id !== 0 && tracing.origins.find(value) === undefined) {
    const origins = tracing.origins.need(value)
    origins.rest = reads
    origins.absent = reads
  }
  return { value, from: { reads } }
}

/** The entry of an argument that is a container. */
export function entryOf(
  tracing: Tracing,
  { value, from }: Traced,
  key: string | number,
): Provenance {
  if (!isContainer(value)) return from
  const found =
    value instanceof Map
      ? value.get(String(key))
      : (Array.isArray(value) ? (value as readonly Value[]) : itemsOf(value))[Number(key)]
  const entry = tracing.origins.entry(value, key, found)
  return tracing.sets.isImplied(from.reads, entry.reads)
    ? entry
    : tracing.origins.adding(entry, from.reads)
}

function itemsOf(value: Value): readonly Value[] {
  return value !== null && typeof value === 'object' && 'items' in value ? (value.items ?? []) : []
}
