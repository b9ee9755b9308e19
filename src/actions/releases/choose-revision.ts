import type { ReadRevision } from '../../release/record/store.ts'
import { ActionError } from '../errors.ts'

const worked: ReadonlySet<string> = new Set(['deployed', 'superseded'])

/** The revision that is gone back to. */
export function chooseRevision(
  revisions: readonly ReadRevision[],
  wanted: number | undefined,
  who: string,
): ReadRevision {
  const before = revisions.slice(0, -1)
  const found =
    wanted === undefined
      ? before.findLast(({ record }) => worked.has(record.info.status))
      : revisions.find(({ record }) => record.version === wanted)
  if (found !== undefined) return found
  const there = revisions.map(({ record }) => record.version).join(', ') || 'none'
  const what =
    wanted === undefined ? 'no revision before this one worked' : `there is no revision ${wanted}`
  throw new ActionError('not-found', `${what}; ${who} has these revisions: ${there}`)
}
