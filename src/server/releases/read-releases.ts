import { isKubeError } from '../../kube/errors.ts'
import { reviewAccess } from '../../kube/objects/review-access.ts'
import { ReleaseError } from '../../release/errors.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { type ReadRevision, ReleaseStore } from '../../release/record/store.ts'
import type { StoredRevision } from '../../release/record/stored-revision.ts'
import type { DeniedRight } from '../contract.ts'
import { ProblemError, notFound, problemOf } from '../http/problem.ts'
import type { SignedCall } from '../http/route.ts'

type Asking = Pick<SignedCall, 'client' | 'signal'>

interface ReleaseName {
  readonly namespace: string
  readonly name: string
}

/** The newest revision of every release, by its labels alone. Throws a problem when the asker may not list Secrets there. */
export async function newestRevisions(
  { client, signal }: Asking,
  namespace: string,
): Promise<readonly StoredRevision[]> {
  const store = new ReleaseStore({ client })
  try {
    const all = await store.outlineAll(namespace === '' ? undefined : namespace, signal)
    const newest = new Map<string, StoredRevision>()
    // The oldest come first, so that the newest of each stays.
    for (const one of all) newest.set(`${one.namespace}/${one.name}`, one)
    return [...newest.values()]
  } catch (error) {
    throw problemOf(error, listing(namespace))
  }
}

/** The revisions of a release, the oldest first. One that the asker may not see is answered as one that is not there. */
export async function historyOf(
  { client, signal }: Asking,
  place: ReleaseName,
): Promise<readonly ReadRevision[]> {
  const store = new ReleaseStore({ client })
  const revisions = await asRelease(place, async () =>
    store.readAll(await store.history(place, signal), signal),
  )
  if (revisions.length === 0) throw notFound('release', place.name, place.namespace)
  return revisions
}

/** One revision of a release; 0 is the newest. */
export async function revisionOf(
  { client, signal }: Asking,
  place: ReleaseName,
  revision: number,
): Promise<ReadRevision> {
  const store = new ReleaseStore({ client })
  const found = await asRelease(place, () =>
    revision === 0 ? store.last(place, signal) : store.get(place, revision, signal),
  )
  if (found !== undefined) return found
  const wanted = revision === 0 ? 'release' : `revision ${revision} of release`
  throw notFound(wanted, place.name, place.namespace)
}

/** Throws a problem unless the asker may read any Secret of the namespace. */
export async function checkMayReadSecrets(
  { client, signal }: Asking,
  namespace: string,
): Promise<void> {
  const right = { verb: 'get', group: '', resource: 'secrets', namespace }
  try {
    if (await reviewAccess(client, right, signal)) return
  } catch (error) {
    throw problemOf(error)
  }
  const detail = `secrets=shown needs the right to get secrets in namespace ${namespace}; leave it out, and they are masked`
  throw new ProblemError(403, 'Forbidden', detail, { denied: right })
}

/** The right behind a list of releases. */
function listing(namespace: string): DeniedRight {
  return { verb: 'list', group: secrets.group, resource: secrets.resource, namespace }
}

/** Asks about one release: what the asker may not see is not there. */
async function asRelease<T>({ namespace, name }: ReleaseName, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (isKubeError(error, 'forbidden')) throw notFound('release', name, namespace)
    if (error instanceof ReleaseError) {
      throw new ProblemError(422, 'UnreadableRelease', error.message, { cause: error })
    }
    throw problemOf(error)
  }
}
