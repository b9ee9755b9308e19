import { applyObjects } from './apply/apply-objects.ts'
import { findDesired } from './desired/desired-object.ts'
import { objectKey } from './desired/object-id.ts'
import { storedManifests } from './desired/stored-manifests.ts'
import { ReleaseError } from './errors.ts'
import { withReleaseLock } from './with-release-lock.ts'
import type { ReleasePorts } from './ports.ts'
import { dropFields } from './server-apply/drop-fields.ts'
import { throwFailures } from './throw-failures.ts'

export interface ReapplyInput {
  readonly namespace: string
  readonly name: string
  readonly revision: number
  /** Which objects of it, by objectKey, and the fields that are left to others, as a server names them. */
  readonly drop: ReadonlyMap<string, readonly string[]>
}

/** Applies objects of a revision again, because somebody changed them. There is no new revision. */
export async function reapply(
  { namespace, name, revision, drop }: ReapplyInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const owner = { namespace, name }
  const read = await ports.store.get(owner, revision, signal)
  if (read === undefined) throw new ReleaseError('not-found', `release has no ${revision} version`)
  const place = { namespace, discovery: ports.discovery }
  const all = await findDesired(storedManifests(read.record).manifests, place, signal)
  const desired = all.flatMap((one) => {
    const fields = drop.get(objectKey(one.id))
    return fields === undefined ? [] : [{ ...one, object: dropFields(one.object, fields) }]
  })
  const conflicts = { conflicts: 'take', immutable: 'fail', migrate: false } as const
  const how = { owner, takeOwnership: false, ...conflicts }
  const seen = { before: new Map(), live: new Map(), unchecked: new Set<string>() }
  await withReleaseLock(
    owner,
    ports,
    async (held) => {
      const { failures } = await applyObjects(desired, { ...how, ...seen }, ports, held.signal)
      throwFailures(failures)
    },
    signal,
  )
}
