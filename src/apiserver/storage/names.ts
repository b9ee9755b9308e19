// Segments and snapshots are named after the revision they begin after or hold.

const digits = 16

export function segmentName(revision: number): string {
  return `log-${String(revision).padStart(digits, '0')}`
}

export function snapshotName(revision: number): string {
  return `snapshot-${String(revision).padStart(digits, '0')}`
}

/** The name of a snapshot until it is whole. */
export const unfinishedSnapshot = 'snapshot.tmp'

/** The revisions of the files of one sort, smallest first. */
export function revisionsOf(sort: 'log' | 'snapshot', names: readonly string[]): readonly number[] {
  const pattern = new RegExp(`^${sort}-(\\d{${digits}})$`)
  const revisions = names.flatMap((name) => pattern.exec(name)?.[1] ?? [])
  return revisions.map(Number).toSorted((a, b) => a - b)
}
