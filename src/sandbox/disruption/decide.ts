import { resolveIntOrPercent } from '../../objects/int-or-string.ts'
import { type KubeObject, listAt, numberAt, readPath } from '../../objects/kube-object.ts'
import type { Action } from '../engine/action.ts'
import { withCondition } from '../engine/conditions.ts'
import { changedStatus, timeOf } from '../engine/object-writing.ts'
import { isActive, isReady } from '../engine/pod-facts.ts'

export interface BudgetSeen {
  readonly budget: KubeObject
  /** The pods that it selects. */
  readonly pods: readonly KubeObject[]
  /** How many replicas the controllers of those pods want together. */
  readonly expected: number
  readonly now: number
}

/** How many pods may be evicted now. */
export function decideBudget({ budget, pods, expected, now }: BudgetSeen): readonly Action[] {
  const healthy = pods.filter((pod) => isActive(pod) && isReady(pod)).length
  const minAvailable = readPath(budget, ['spec', 'minAvailable'])
  const maxUnavailable = readPath(budget, ['spec', 'maxUnavailable'])
  const desired =
    maxUnavailable === undefined
      ? (resolveIntOrPercent(minAvailable, expected, 'up') ?? 1)
      : Math.max(0, expected - (resolveIntOrPercent(maxUnavailable, expected, 'up') ?? 0))
  const allowed = expected === 0 ? 0 : Math.max(0, healthy - desired)
  const generation = numberAt(budget, ['metadata', 'generation'])
  const condition =
    allowed > 0
      ? ({
          type: 'DisruptionAllowed',
          status: 'True',
          reason: 'SufficientPods',
          message: '',
        } as const)
      : ({
          type: 'DisruptionAllowed',
          status: 'False',
          reason: 'InsufficientPods',
          message: '',
        } as const)
  const observed = generation === undefined ? {} : { observedGeneration: generation }
  return changedStatus('disruptionBudgets', budget, {
    conditions: [
      ...withCondition(listAt(budget, ['status', 'conditions']), condition, timeOf(now), observed),
    ],
    currentHealthy: healthy,
    desiredHealthy: desired,
    disruptionsAllowed: allowed,
    expectedPods: expected,
    ...observed,
  })
}
