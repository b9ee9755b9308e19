import type { Expansion } from '../../kinds/expansion.ts'

/** The Expansion that a platform has. The one that was first stays: a second one that came by mistake must not take its place. */
export function platformExpansion(all: readonly Expansion[]): Expansion | undefined {
  return all
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))[0]
}

function orderOf({ metadata }: Expansion): string {
  return `${metadata.creationTimestamp} ${metadata.name}`
}
