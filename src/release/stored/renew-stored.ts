import { isKubeError } from '../../kube/errors.ts'
import { type IsGone, type StoredRemovedApi, renewApis } from '../desired/renew-apis.ts'
import { ReleaseError } from '../errors.ts'
import { withReleaseLock } from '../with-release-lock.ts'
import type { ReleasePorts } from '../ports.ts'
import { type ReleaseTarget, isUnfinished } from '../release.ts'
import { userLabels } from '../record/storage-object.ts'
import type { ReadRevision } from '../record/store.ts'

type ReleaseName = Omit<ReleaseTarget, 'client'>

/** A revision that names APIs that are gone. */
export interface StaleRevision {
  readonly revision: number
  readonly removed: readonly StoredRemovedApi[]
}

// Another writer is quick: the one after it finds the record at rest.
const mostAttempts = 5

/** The revisions of a release that name APIs that are gone; nothing is written. */
export async function findStale(
  place: ReleaseName,
  isGone: IsGone,
  { store }: Pick<ReleasePorts, 'store'>,
  signal: AbortSignal,
): Promise<readonly StaleRevision[]> {
  const history = await store.readAll(await store.history(place, signal), signal)
  return history.flatMap(({ record }) => {
    const { removed } = renewApis(record, isGone)
    return removed.length === 0 ? [] : [{ revision: record.version, removed }]
  })
}

/**
 * Rewrites the revisions of a release that name APIs that are gone, so that Helm can upgrade it and roll it back. The numbers,
 * states and times of revisions stay: what is on the cluster is what it was. Tells what it rewrote.
 */
export async function renewStored(
  place: ReleaseName,
  isGone: IsGone,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<readonly StaleRevision[]> {
  const stale = await findStale(place, isGone, ports, signal)
  if (stale.length === 0) return []
  return withReleaseLock(
    place,
    ports,
    async (held) => {
      for (const { revision } of stale)
        await renewRevision(place, revision, { isGone, ports }, held.signal)
      return stale
    },
    signal,
  )
}

async function renewRevision(
  place: ReleaseName,
  revision: number,
  { isGone, ports }: { readonly isGone: IsGone; readonly ports: ReleasePorts },
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const read = await ports.store.get(place, revision, signal)
    // It was pruned meanwhile.
    if (read === undefined) return
    try {
      await rewrite(read, isGone, ports, signal)
      return
    } catch (error) {
      if (!isKubeError(error, 'conflict') || attempt === mostAttempts) throw error
    }
  }
}

async function rewrite(
  { stored, record }: ReadRevision,
  isGone: IsGone,
  { store }: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  if (isUnfinished(record.info.status)) {
    const what = `revision ${record.version} of release ${record.name} is ${record.info.status}`
    throw new ReleaseError('busy', `${what}: its stored objects are rewritten when that is over`)
  }
  const renewed = renewApis(record, isGone)
  if (renewed.removed.length === 0) return
  await store.update(renewed.record, userLabels(stored.labels), signal, stored)
}
