import { type JsonObject, equalJson } from '../../objects/json.ts'
import { resolveIntOrPercent } from '../../objects/int-or-string.ts'
import {
  type KubeObject,
  annotationsOf,
  numberAt,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import { objectIn } from '../engine/object-writing.ts'
import { createdAt } from '../engine/pod-facts.ts'

// The labels and annotations of a Deployment and its ReplicaSets, in the words of the real
// controller.

export const hashLabel = 'pod-template-hash'
export const revisionAnnotation = 'deployment.kubernetes.io/revision'
export const historyAnnotation = 'deployment.kubernetes.io/revision-history'
export const desiredAnnotation = 'deployment.kubernetes.io/desired-replicas'
export const maxAnnotation = 'deployment.kubernetes.io/max-replicas'

/** The desired replicas; 1 when the spec does not say. */
export function replicasOf(object: KubeObject): number {
  return numberAt(object, ['spec', 'replicas']) ?? 1
}

export function statusNumber(object: KubeObject | undefined, field: string): number {
  return numberAt(object, ['status', field]) ?? 0
}

export function sumOf(sets: readonly KubeObject[], count: (set: KubeObject) => number): number {
  return sets.reduce((sum, set) => sum + count(set), 0)
}

export function revisionOf(object: KubeObject): number {
  return Number(annotationsOf(object)[revisionAnnotation] ?? 0) || 0
}

export function isRolling(deployment: KubeObject): boolean {
  return textAt(deployment, ['spec', 'strategy', 'type']) !== 'Recreate'
}

/** How many pods there may be too many, and how many may be missing. */
export function bounds(deployment: KubeObject): {
  readonly surge: number
  readonly unavailable: number
} {
  if (!isRolling(deployment)) return { surge: 0, unavailable: 0 }
  const replicas = replicasOf(deployment)
  const rolling = readPath(deployment, ['spec', 'strategy', 'rollingUpdate'])
  const surge = resolveIntOrPercent(readPath(rolling, ['maxSurge']), replicas, 'up') ?? 0
  const missing = resolveIntOrPercent(readPath(rolling, ['maxUnavailable']), replicas, 'down') ?? 0
  // Both zero would never get anywhere.
  return { surge, unavailable: Math.min(replicas, surge === 0 && missing === 0 ? 1 : missing) }
}

export function templateOf(object: KubeObject): JsonObject {
  return objectIn(object['spec'], 'template')
}

/** The ReplicaSet of the template that a Deployment has now: the oldest, where there are several. */
export function findNewSet(
  deployment: KubeObject,
  sets: readonly KubeObject[],
): KubeObject | undefined {
  const wanted = withoutHash(templateOf(deployment))
  return oldestFirst(sets).find((set) => equalJson(withoutHash(templateOf(set)), wanted))
}

export function oldestFirst(sets: readonly KubeObject[]): readonly KubeObject[] {
  return sets.toSorted((a, b) => {
    const [first, second] = [createdAt(a), createdAt(b)]
    if (first === second) return revisionOf(a) - revisionOf(b)
    return first < second ? -1 : 1
  })
}

function withoutHash(template: JsonObject): JsonObject {
  const metadata = objectIn(template, 'metadata')
  const { [hashLabel]: _, ...labels } = objectIn(metadata, 'labels')
  const { creationTimestamp: __, ...rest } = metadata
  return { ...template, metadata: { ...rest, labels } }
}
