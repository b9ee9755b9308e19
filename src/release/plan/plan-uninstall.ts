import type { Discovery } from '../../kube/discovery/discovery.ts'
import { objectsLeaving } from '../desired/compare-desired.ts'
import { findDesired } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import { createManifestReader } from '../desired/read-manifest.ts'
import { storedManifests } from '../desired/stored-manifests.ts'
import type { ReleaseRecord, ReleaseTarget } from '../release.ts'
import { withCascade } from './cascades.ts'
import { missingPermissions } from './missing-permissions.ts'
import type { Plan, PlannedObject } from './plan.ts'
import { planHooks } from './plan-hooks.ts'
import { planImages } from './plan-images.ts'
import { isKept, planPrune } from './plan-prune.ts'
import { readLive } from './read-live.ts'

export interface UninstallPlanRequest {
  readonly target: ReleaseTarget
  /** The last revision. */
  readonly record: ReleaseRecord
  /** The deployed one before it and those that failed since: their objects go, too. */
  readonly older?: readonly ReleaseRecord[]
  readonly discovery: Discovery
  readonly hooks?: 'run' | 'skip'
}

/** Plans the deletions of an uninstall, custom resources that go with their definition included. */
export async function planUninstall(
  { target, record, older = [], discovery, hooks = 'run' }: UninstallPlanRequest,
  signal: AbortSignal,
): Promise<Plan> {
  const { client, name, namespace } = target
  const stored = storedManifests(record)
  const read = createManifestReader()
  const place = { namespace, discovery, versions: 'any' as const, read }
  const listed = await findDesired(stored.manifests, place, signal)
  const before = older.flatMap((one) => storedManifests(one).manifests)
  const objects = [...listed, ...objectsLeaving(await findDesired(before, place, signal), listed)]
  const sought = objects.flatMap(({ id, resource }) =>
    resource === undefined ? [] : [{ id, resource }],
  )
  const live = await readLive(client, sought, signal)
  // Only what the record says keeps an object that is ours; what the live object says does not.
  const planned = objects.toReversed().map((one): PlannedObject => {
    const pruned = planPrune(one, live, target)
    if (pruned.action === 'gone' || pruned.ownership !== 'ours') return pruned
    return { ...pruned, action: isKept(one.object) ? 'keep' : 'prune' }
  })
  const going = new Set(
    planned.filter(({ action }) => action === 'prune').map(({ id }) => objectKey(id)),
  )
  const deleted = objects.filter(({ id }) => going.has(objectKey(id)))
  const needed = deleted.map(({ id, resource }) => ({
    verb: 'delete',
    group: id.group,
    resource: resource?.resource ?? '',
    namespace: id.namespace,
  }))
  const texts = [...stored.manifests, ...stored.hooks].map(({ text }) => text)
  return {
    verb: 'uninstall',
    namespace,
    name,
    objects: await Promise.all(planned.map((one) => withCascade(one, client, discovery, signal))),
    hooks: hooks === 'skip' ? [] : planHooks('uninstall', stored.hooks, namespace),
    images: { ...planImages(texts, [], read), moved: [] },
    documents: [],
    missingPermissions: await missingPermissions(client, needed, signal),
    warnings: [],
  }
}
