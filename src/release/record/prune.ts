/** The facts about a revision that pruning needs. */
export interface PrunableRevision {
  readonly revision: number
  readonly status: string
}

/**
 * The revisions that go so that there is room for one more: the oldest, but never the newest that is deployed. A history of
 * zero or less has no limit.
 */
export function revisionsToPrune<Revision extends PrunableRevision>(
  revisions: readonly Revision[],
  maxHistory: number,
): readonly Revision[] {
  if (maxHistory <= 0) return []
  const oldestFirst = revisions.toSorted((a, b) => a.revision - b.revision)
  const deployed = oldestFirst.findLast(({ status }) => status === 'deployed')
  const excess = Math.max(0, oldestFirst.length - (maxHistory - 1))
  return oldestFirst.filter((one) => one !== deployed).slice(0, excess)
}
