import {
  type DeleteOptions,
  type Deletion,
  deleteObject,
} from '../../kube/objects/delete-object.ts'
import { type KubeObject, annotationsOf, uidOf } from '../../objects/kube-object.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import { type Owner, isOurs, whyItStays } from '../desired/ownership.ts'
import type { ReleasePorts } from '../ports.ts'
import type { ObjectName } from '../release.ts'
import { lookAtObjects } from './look-at-objects.ts'
import { type PlacedObject, isPlaced } from './placed-object.ts'
import { parallelRequests } from './read-heads.ts'
import { settleBounded } from './settle-bounded.ts'
import { deletionWavesOf } from './waves.ts'

type Ports = Pick<ReleasePorts, 'client' | 'report'>

export interface DeletedObjects {
  /** The objects that were there and are now gone or going. */
  readonly deleted: readonly PlacedObject[]
  /** Those of them that wait for a finalizer or a grace period. */
  readonly going: readonly PlacedObject[]
  readonly failures: readonly unknown[]
}

export interface DeleteChoices {
  readonly propagation: NonNullable<DeleteOptions['propagation']>
  /** The objects as they were seen, by objectKey: only these very ones are deleted, not what took their names since. */
  readonly heads?: ReadonlyMap<string, KubeObject>
}

/** Deletes objects in waves. A failure does not keep the others from going. */
export async function deleteObjects(
  objects: readonly DesiredObject[],
  choices: DeleteChoices,
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
        const state = await deleteOne(placed, choices, ports, signal)
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
  ports: Ports & Pick<ReleasePorts, 'leader'>,
  signal: AbortSignal,
): Promise<DeletedObjects> {
  const placed = gone.filter(isPlaced)
  const heads = await lookAtObjects(placed, ports, signal)
  const doomed = placed.filter(({ id }) => {
    const head = heads.get(objectKey(id))
    if (head === undefined) return false
    const policy = annotationsOf(head)['helm.sh/resource-policy']
    const isTheirs = !isOurs(head, owner)
    if (isTheirs) tellItStays(id, head, ports)
    const isKept = isKeep(policy) || isTheirs
    if (isKept) ports.report({ type: 'object', object: id, did: 'kept' })
    return !isKept
  })
  return deleteObjects(doomed, { propagation: 'Background', heads }, ports, signal)
}

/** Says why an object that a revision lists is not deleted. */
export function tellItStays(
  { kind, name }: ObjectName,
  head: KubeObject,
  { report }: Pick<Ports, 'report'>,
): void {
  report({ type: 'warning', message: `${kind} ${name} ${whyItStays(head)}` })
}

/** Whether a resource policy says that an object outlives its release. */
export function isKeep(policy: string | undefined): boolean {
  return policy?.trim().toLowerCase() === 'keep'
}

async function deleteOne(
  { id, resource }: PlacedObject,
  { propagation, heads }: DeleteChoices,
  { client, report }: Ports,
  signal: AbortSignal,
): Promise<Deletion['state']> {
  const place = resource.namespaced ? { namespace: id.namespace } : {}
  const target = { resource, ...place, name: id.name }
  const head = heads?.get(objectKey(id))
  const options = head === undefined ? {} : { preconditions: { uid: uidOf(head) } }
  const { state } = await deleteObject(client, target, { propagation, ...options }, signal)
  if (state !== 'absent') report({ type: 'object', object: id, did: 'deleted' })
  return state
}
