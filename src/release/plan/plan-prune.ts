import { type KubeObject, annotationsOf } from '../../objects/kube-object.ts'
import { redactObject } from '../../objects/redact/redact-secrets.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import { type Owner, isOurs, ownershipOf, whyItStays } from '../desired/ownership.ts'
import type { PlannedObject } from './plan.ts'
import type { LiveObjects } from './read-live.ts'

/**
 * Decides what becomes of an object that is no longer desired. Only an object that this release
 * created or adopted goes.
 */
export function planPrune(
  { id, path: source }: DesiredObject,
  live: LiveObjects,
  owner: Owner,
): PlannedObject {
  const found = live.get(objectKey(id))
  const common = { id, source, changes: [], problems: [] }
  if (found === undefined) return { ...common, action: 'gone', ownership: 'absent' }
  const object = redactObject(found)
  if (!isOurs(found, owner)) {
    const problem = { is: 'foreign', message: whyItStays(found), blocking: false } as const
    const ownership = ownershipOf(found, owner)
    return { ...common, action: 'keep', ownership, problems: [problem], object }
  }
  const action = isKept(found) ? 'keep' : 'prune'
  return { ...common, action, ownership: 'ours', object }
}

/** Whether an object asks not to be deleted with its release. */
export function isKept(object: KubeObject): boolean {
  const policy = annotationsOf(object)['helm.sh/resource-policy'] ?? ''
  return policy.trim().toLowerCase() === 'keep'
}
