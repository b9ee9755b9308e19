import { type KubeObject, annotationsOf } from '../objects/kube-object.ts'
import { isKeep, tellItStays } from './apply/delete-objects.ts'
import { lookAtObjects } from './apply/look-at-objects.ts'
import { isPlaced } from './apply/placed-object.ts'
import { type DesiredObject, findDesired } from './desired/desired-object.ts'
import { objectKey } from './desired/object-id.ts'
import { isOurs } from './desired/ownership.ts'
import { storedManifests } from './desired/stored-manifests.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseRecord } from './release.ts'

export interface ObjectsToDelete {
  /** There, and created or adopted by this release. */
  readonly doomed: readonly DesiredObject[]
  /** Those as they were seen, by objectKey. */
  readonly heads: ReadonlyMap<string, KubeObject>
  /** Objects that a resource policy keeps. */
  readonly kept: readonly DesiredObject[]
}

/**
 * The objects that an uninstall deletes of those that revisions of one release list: those that are
 * there and name this release. An object that was there before a failed install, or that another
 * release took over, stays and is named.
 */
export async function findObjectsToDelete(
  records: readonly ReleaseRecord[],
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<ObjectsToDelete> {
  const objects = await listedObjects(records, ports, signal)
  for (const { id } of objects.filter((one) => !isPlaced(one))) {
    const what = `${id.kind} ${id.name} is not deleted: the server no longer serves its kind`
    ports.report({ type: 'warning', message: what })
  }
  const open = objects.filter(isPlaced).filter((one) => policyOf(one) === undefined)
  const heads = await lookAtObjects(open, ports, signal)
  const [owner] = records
  const doomed = open.filter(({ id }) => {
    const head = heads.get(objectKey(id))
    if (head === undefined || owner === undefined) return false
    const isGoing = isOurs(head, owner)
    if (!isGoing) tellItStays(id, head, ports)
    return isGoing
  })
  // As Helm has it, other policies save an object, too, but are not spoken of.
  return { doomed, heads, kept: objects.filter((one) => isKeep(policyOf(one))) }
}

// An object that a deployed revision has and a failed one after it has not is there as well.
async function listedObjects(
  records: readonly ReleaseRecord[],
  { discovery }: ReleasePorts,
  signal: AbortSignal,
): Promise<readonly DesiredObject[]> {
  const found = new Map<string, DesiredObject>()
  for (const record of records) {
    const place = { namespace: record.namespace, discovery, versions: 'any' } as const
    const objects = await findDesired(storedManifests(record).manifests, place, signal)
    for (const one of objects) {
      const key = objectKey(one.id)
      if (!found.has(key)) found.set(key, one)
    }
  }
  return [...found.values()]
}

function policyOf({ object }: DesiredObject): string | undefined {
  return annotationsOf(object)['helm.sh/resource-policy']
}
