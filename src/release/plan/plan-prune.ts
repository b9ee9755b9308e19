import type { KubeObject } from '../../objects/kube-object.ts'
import { annotationsOf } from '../../objects/kube-object.ts'
import { redactObject } from '../../objects/redact/redact-secrets.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import { type Owner, ownershipOf, takenOver } from '../desired/ownership.ts'
import type { PlannedObject } from './plan.ts'
import type { LiveObjects } from './read-live.ts'

/** Objects of a previous revision that are no longer wanted. */
export function leftBehind(
  previous: readonly DesiredObject[],
  wanted: readonly DesiredObject[],
): readonly DesiredObject[] {
  const kept = new Set(wanted.map(({ id }) => objectKey(id)))
  return previous.filter(({ id }) => !kept.has(objectKey(id)))
}

/** What becomes of an object that is no longer wanted. What another release took over is that one's. */
export function planPrune(
  { id, path: source }: DesiredObject,
  live: LiveObjects,
  owner: Owner,
): PlannedObject {
  const found = live.get(objectKey(id))
  const common = { id, source, changes: [], problems: [] }
  if (found === undefined) return { ...common, action: 'gone', ownership: 'absent' }
  const object = redactObject(found)
  if (ownershipOf(found, owner) === 'foreign') {
    const problem = { is: 'foreign', message: takenOver(found), blocking: false } as const
    return { ...common, action: 'keep', ownership: 'foreign', problems: [problem], object }
  }
  const action = isKept(found) ? 'keep' : 'prune'
  return { ...common, action, ownership: 'ours', object }
}

/** Whether an object asks not to be deleted with its release. */
export function isKept(object: KubeObject): boolean {
  const policy = annotationsOf(object)['helm.sh/resource-policy'] ?? ''
  return policy.trim().toLowerCase() === 'keep'
}
