import type { KubeObject } from '../../objects/kube-object.ts'
import { annotationsOf } from '../../objects/kube-object.ts'
import { redactObject } from '../../objects/redact/redact-secrets.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
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

/** What becomes of an object that is no longer wanted. */
export function planPrune({ id, path: source }: DesiredObject, live: LiveObjects): PlannedObject {
  const found = live.get(objectKey(id))
  const common = { id, source, changes: [], problems: [] }
  if (found === undefined) return { ...common, action: 'gone', ownership: 'absent' }
  const action = isKept(found) ? 'keep' : 'prune'
  return { ...common, action, ownership: 'ours', object: redactObject(found) }
}

/** Whether an object asks not to be deleted with its release. */
export function isKept(object: KubeObject): boolean {
  const policy = annotationsOf(object)['helm.sh/resource-policy'] ?? ''
  return policy.trim().toLowerCase() === 'keep'
}
