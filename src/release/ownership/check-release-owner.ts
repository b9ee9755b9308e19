import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'
import { type ReleaseOwner, ownerIn, printOwner } from '../record/owner-labels.ts'
import type { StoredRevision } from '../record/stored-revision.ts'

/** The party that a verb acts for. */
export interface ReleaseOwning {
  /** The object that the release belongs to, or will; absent for a person, who may change every release. */
  readonly owner?: ReleaseOwner
  /** Whether the release may be another's before. */
  readonly claims?: boolean
}

type Outline = readonly Pick<StoredRevision, 'name' | 'namespace' | 'labels' | 'status'>[]

/** Refuses to work on a release that is another's. */
export function checkReleaseOwner(outline: Outline, { owner, claims }: ReleaseOwning): void {
  const last = outline.at(-1)
  if (owner === undefined || last === undefined || last.status === 'uninstalled') return
  const found = ownerIn(last.labels)
  if (claims === true || found?.uid === owner.uid) return
  const whose = found === undefined ? 'a person' : printOwner(found)
  const what = `release ${last.name} in ${last.namespace} belongs to ${whose}`
  throw new ReleaseError('owned', `${what}, not to ${printOwner(owner)}`)
}

/** Tells a person whose release is about to be changed. */
export function tellReleaseOwner(
  outline: Outline,
  { owner }: ReleaseOwning,
  { report }: Pick<ReleasePorts, 'report'>,
): void {
  const last = outline.at(-1)
  const found = last && ownerIn(last.labels)
  if (owner !== undefined || last === undefined || found === undefined) return
  const message = `release ${last.name} belongs to ${printOwner(found)}, which will bring it back to what it says`
  report({ type: 'warning', message })
}
