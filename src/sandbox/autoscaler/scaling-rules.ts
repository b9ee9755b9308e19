import type { Json } from '../../objects/json.ts'
import { type KubeObject, listAt, numberAt, readPath, textAt } from '../../objects/kube-object.ts'

/** A change of the number of replicas, and when. */
export interface ScaleChange {
  readonly at: number
  readonly by: number
}

/** How fast an autoscaler may go in one direction; times are in milliseconds. */
export interface ScalingRules {
  /** Of what was recommended in that time the mildest counts. */
  readonly window: number
  /** The furthest that it may go now, from so many replicas. */
  readonly limit: (current: number, changes: readonly ScaleChange[], now: number) => number
}

const downWindow = 300_000
/** Without rules of its own an autoscaler at most doubles, or goes to so many. */
const [byDefaultTimes, byDefaultLeast] = [2, 4]

/** The rules that `spec.behavior` gives for growing. */
export function growthRules(autoscaler: KubeObject): ScalingRules {
  if (readPath(autoscaler, ['spec', 'behavior']) === undefined) {
    const limit = (current: number) => Math.max(byDefaultTimes * current, byDefaultLeast)
    return { window: 0, limit }
  }
  const rules = readPath(autoscaler, ['spec', 'behavior', 'scaleUp'])
  return {
    window: windowOf(rules, 0),
    limit: limitOf(rules, grown, { Max: Math.max, Min: Math.min }),
  }
}

/** The same for shrinking. */
export function shrinkingRules(autoscaler: KubeObject): ScalingRules {
  if (readPath(autoscaler, ['spec', 'behavior']) === undefined) {
    return { window: downWindow, limit: () => 0 }
  }
  const rules = readPath(autoscaler, ['spec', 'behavior', 'scaleDown'])
  // The policy that changes most is the one that leaves fewest.
  return {
    window: windowOf(rules, downWindow),
    limit: limitOf(rules, shrunk, { Max: Math.min, Min: Math.max }),
  }
}

function grown(start: number, policy: Json): number {
  const value = numberAt(policy, ['value']) ?? 0
  return isOfPods(policy) ? start + value : Math.ceil(start * (1 + value / 100))
}

function shrunk(start: number, policy: Json): number {
  const value = numberAt(policy, ['value']) ?? 0
  return isOfPods(policy) ? start - value : Math.trunc(start * (1 - value / 100))
}

function isOfPods(policy: Json): boolean {
  return textAt(policy, ['type']) === 'Pods'
}

function windowOf(rules: Json | undefined, byDefault: number): number {
  const seconds = numberAt(rules, ['stabilizationWindowSeconds'])
  return seconds === undefined ? byDefault : seconds * 1000
}

function limitOf(
  rules: Json | undefined,
  proposed: (start: number, policy: Json) => number,
  choose: Readonly<Record<'Max' | 'Min', (...counts: number[]) => number>>,
): ScalingRules['limit'] {
  const select = textAt(rules, ['selectPolicy'])
  const policies = listAt(rules, ['policies'])
  return (current, changes, now) => {
    if (select === 'Disabled' || policies.length === 0) return current
    const limits = policies.map((policy) => {
      const period = (numberAt(policy, ['periodSeconds']) ?? 0) * 1000
      const recent = changes.filter(({ at }) => at > now - period)
      const start = current - recent.reduce((sum, { by }) => sum + by, 0)
      return proposed(start, policy)
    })
    return choose[select === 'Min' ? 'Min' : 'Max'](...limits)
  }
}
