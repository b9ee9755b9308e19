import { type DeleteOptions, type Deletion, deleteObject } from '../../kube/delete-object.ts'
import { annotationsOf } from '../../objects/kube-object.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import { type Owner, ownershipOf } from '../desired/ownership.ts'
import type { ReleasePorts } from '../ports.ts'
import { type PlacedObject, isPlaced } from './placed-object.ts'
import { parallelRequests, readHeads } from './read-heads.ts'
import { settleBounded } from './settle-bounded.ts'
import { deletionWavesOf } from './waves.ts'

type Ports = Pick<ReleasePorts, 'client' | 'report'>

export interface DeletedObjects {
  /** What was there and is now gone or going. */
  readonly deleted: readonly PlacedObject[]
  /** Those of them that wait for a finalizer or a grace period. */
  readonly going: readonly PlacedObject[]
  readonly failures: readonly unknown[]
}

/** Deletes objects in waves. A failure does not keep the others from going. */
export async function deleteObjects(
  objects: readonly DesiredObject[],
  propagation: NonNullable<DeleteOptions['propagation']>,
  ports: Ports,
  signal: AbortSignal,
): Promise<DeletedObjects> {
  const deleted: PlacedObject[] = []
  const going: PlacedObject[] = []
  const failures: unknown[] = []
  for (const wave of deletionWavesOf(objects.filter(isPlaced))) {
    signal.throwIfAborted()
    await settleBounded(wave, parallelRequests, async (placed) => {
      try {
        const state = await deleteOne(placed, propagation, ports, signal)
        if (state !== 'absent') deleted.push(placed)
        if (state === 'terminating') going.push(placed)
      } catch (error) {
        failures.push(error)
      }
    })
  }
  return { deleted, going, failures }
}

/** Deletes what is no longer part of a release, but for what the cluster says shall be kept. */
export async function pruneObjects(
  gone: readonly DesiredObject[],
  owner: Owner,
  ports: Ports,
  signal: AbortSignal,
): Promise<DeletedObjects> {
  const placed = gone.filter(isPlaced)
  const heads = await readHeads(ports.client, placed, signal)
  const doomed = placed.filter(({ id }) => {
    const head = heads.get(objectKey(id))
    if (head === undefined) return false
    const policy = annotationsOf(head)['helm.sh/resource-policy']
    // Somebody else's by now: another release took it over.
    const isKept = isKeep(policy) || ownershipOf(head, owner) === 'foreign'
    if (isKept) ports.report({ type: 'object', object: id, did: 'kept' })
    return !isKept
  })
  return deleteObjects(doomed, 'Background', ports, signal)
}

/** Whether a resource policy says that an object outlives its release. */
export function isKeep(policy: string | undefined): boolean {
  return policy?.trim().toLowerCase() === 'keep'
}

async function deleteOne(
  { id, resource }: PlacedObject,
  propagation: NonNullable<DeleteOptions['propagation']>,
  { client, report }: Ports,
  signal: AbortSignal,
): Promise<Deletion['state']> {
  const place = resource.namespaced ? { namespace: id.namespace } : {}
  const target = { resource, ...place, name: id.name }
  const { state } = await deleteObject(client, target, { propagation }, signal)
  if (state !== 'absent') report({ type: 'object', object: id, did: 'deleted' })
  return state
}
