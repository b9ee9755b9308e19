import { type KubeObject, listAt, numberAt, textAt } from '../../objects/kube-object.ts'
import { parseTime } from '../../objects/time.ts'
import { findCondition } from './conditions.ts'
import { isDeleting } from './object-writing.ts'

/** Whether a pod still counts as one of its controller's: neither over nor on its way out. */
export function isActive(pod: KubeObject): boolean {
  const phase = phaseOf(pod)
  return phase !== 'Succeeded' && phase !== 'Failed' && !isDeleting(pod)
}

export function isReady(pod: KubeObject): boolean {
  return textAt(readyCondition(pod), ['status']) === 'True'
}

/** Milliseconds until a pod that is ready counts as available; undefined when it is not ready. */
export function availableIn(
  pod: KubeObject,
  minReadySeconds: number,
  now: number,
): number | undefined {
  const ready = readyCondition(pod)
  if (textAt(ready, ['status']) !== 'True') return undefined
  if (minReadySeconds === 0) return 0
  const since = parseTime(textAt(ready, ['lastTransitionTime']))?.getTime() ?? now
  return Math.max(0, since + minReadySeconds * 1000 - now)
}

export function phaseOf(pod: KubeObject): string {
  return textAt(pod, ['status', 'phase'])
}

/** How often the containers of a pod were started again. */
export function restartsOf(pod: KubeObject): number {
  return listAt(pod, ['status', 'containerStatuses'])
    .map((status) => numberAt(status, ['restartCount']) ?? 0)
    .reduce((sum, count) => sum + count, 0)
}

/** The pods in the order in which a controller that has too many deletes them. */
export function byExpendability(pods: readonly KubeObject[]): readonly KubeObject[] {
  return pods.toSorted((a, b) => {
    for (const rank of ranks) {
      const order = rank(a) - rank(b)
      if (order !== 0) return order
    }
    const [first, second] = [createdAt(a), createdAt(b)]
    // The youngest first.
    return first < second ? 1 : first > second ? -1 : 0
  })
}

const ranks: readonly ((pod: KubeObject) => number)[] = [
  (pod) => (textAt(pod, ['spec', 'nodeName']) === '' ? 0 : 1),
  (pod) => ['Pending', 'Unknown', 'Running'].indexOf(phaseOf(pod)),
  (pod) => (isReady(pod) ? 1 : 0),
  (pod) =>
    Number(
      textAt(pod, ['metadata', 'annotations', 'controller.kubernetes.io/pod-deletion-cost']) || 0,
    ),
  (pod) => -restartsOf(pod),
]

export function createdAt(object: KubeObject): string {
  return textAt(object, ['metadata', 'creationTimestamp'])
}

function readyCondition(pod: KubeObject) {
  return findCondition(listAt(pod, ['status', 'conditions']), 'Ready')
}
