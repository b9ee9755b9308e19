import type { KubeObject } from '../../objects/kube-object.ts'
import { type AdoptChoices, isAdopted } from '../ownership/adopt.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import { type Owner, ownershipError, ownershipOf } from '../desired/ownership.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'
import { isPlaced } from './placed-object.ts'
import { readHeads } from './read-heads.ts'

export interface OwnershipCheck extends AdoptChoices {
  readonly owner: Owner
  /** As Helm's message begins. */
  readonly verb: 'install' | 'update'
}

export interface CheckedOwnership {
  /** The metadata of those that are there already, by objectKey. */
  readonly before: ReadonlyMap<string, KubeObject>
  /** Those, by objectKey, that have to be looked at when they are applied. */
  readonly unchecked: ReadonlySet<string>
}

/**
 * Looks which objects are there already. Refuses any that is not of this release, before
 * anything is changed; a leader saves the requests and refuses when it comes to them.
 */
export async function checkOwnership(
  objects: readonly DesiredObject[],
  check: OwnershipCheck,
  { client, leader }: Pick<ReleasePorts, 'client' | 'leader'>,
  signal: AbortSignal,
): Promise<CheckedOwnership> {
  const { owner, verb, takeOwnership } = check
  const unchecked = new Set<string>()
  if (leader !== undefined && !takeOwnership) {
    return { before: new Map(), unchecked: new Set(objects.map(({ id }) => objectKey(id))) }
  }
  const heads = await readHeads(client, objects.filter(isPlaced), signal)
  if (takeOwnership) return { before: heads, unchecked }
  for (const { id } of objects) {
    const head = heads.get(objectKey(id))
    if (head === undefined || ownershipOf(head, owner) === 'ours') continue
    if (isAdopted(check, id)) continue
    const why = ownershipError(head, owner)
    throw new ReleaseError('foreign', `unable to continue with ${verb}: ${why}`)
  }
  return { before: heads, unchecked }
}
