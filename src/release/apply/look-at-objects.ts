import { isKubeError } from '../../kube/errors.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { printId } from '../desired/object-id.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'
import type { PlacedObject } from './placed-object.ts'
import { readHeads } from './read-heads.ts'

/**
 * The metadata of objects that are there. An account that may not read them cannot tell whose they are: a leader then looks
 * with its own rights, and anybody else is refused rather than allowed to delete blindly.
 */
export async function lookAtObjects(
  objects: readonly PlacedObject[],
  { client, leader }: Pick<ReleasePorts, 'client' | 'leader'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, KubeObject>> {
  try {
    return await readHeads(client, objects, signal)
  } catch (cause) {
    if (!isKubeError(cause, 'forbidden')) throw cause
    if (leader?.client !== undefined) return await readHeads(leader.client, objects, signal)
    const names = objects.map(({ id }) => printId(id)).join(', ')
    const what = `whether objects are of this release cannot be told without the right to read them: ${names}`
    throw new ReleaseError('refused', `${what}: ${cause.message}`, { cause })
  }
}
