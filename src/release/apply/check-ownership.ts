import type { KubeObject } from '../../objects/kube-object.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import { type Owner, ownershipError, ownershipOf } from '../desired/ownership.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'
import { isPlaced } from './placed-object.ts'
import { readHeads } from './read-heads.ts'

export interface OwnershipCheck {
  readonly owner: Owner
  /** As Helm's message begins. */
  readonly verb: 'install' | 'update'
  readonly takeOwnership: boolean
}

/**
 * The metadata of those objects that are there already. Refuses any that is not of this release, before
 * anything is changed.
 */
export async function checkOwnership(
  objects: readonly DesiredObject[],
  { owner, verb, takeOwnership }: OwnershipCheck,
  { client }: Pick<ReleasePorts, 'client'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KubeObject>> {
  const heads = await readHeads(client, objects.filter(isPlaced), signal)
  if (takeOwnership) return heads
  for (const { id } of objects) {
    const head = heads.get(objectKey(id))
    if (head === undefined || ownershipOf(head, owner) === 'ours') continue
    const why = ownershipError(head, owner)
    throw new ReleaseError('foreign', `unable to continue with ${verb}: ${why}`)
  }
  return heads
}
