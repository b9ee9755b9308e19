import { type KubeObject, annotationsOf } from '../../objects/kube-object.ts'
import type { Action } from '../engine/action.ts'
import {
  bounds,
  desiredAnnotation,
  isRolling,
  maxAnnotation,
  oldestFirst,
  replicasOf,
  revisionOf,
  statusNumber,
  sumOf,
} from './deployment-facts.ts'
import { scaleSet } from './replica-set-of.ts'

/** Whether somebody has changed how many there should be since the ReplicaSets were sized. */
export function isRescaled(deployment: KubeObject, sets: readonly KubeObject[]): boolean {
  return sets.some(
    (set) =>
      replicasOf(set) > 0 &&
      annotationsOf(set)[desiredAnnotation] !== String(replicasOf(deployment)),
  )
}

/** Sizes ReplicaSets for another number of replicas; in the middle of a rollout, each by its share. */
export function rescale(
  deployment: KubeObject,
  fresh: KubeObject | undefined,
  old: readonly KubeObject[],
): readonly Action[] {
  const wanted = replicasOf(deployment)
  const sets = fresh === undefined ? old : [...old, fresh]
  const active = sets.filter((set) => replicasOf(set) > 0)
  const only = active.length <= 1 ? (active[0] ?? fresh ?? newest(old)) : undefined
  if (active.length <= 1) return only === undefined ? [] : scaleSet(deployment, only, wanted)
  if (fresh !== undefined && isSaturated(deployment, fresh)) {
    return old.filter((set) => replicasOf(set) > 0).flatMap((set) => scaleSet(deployment, set, 0))
  }
  return isRolling(deployment) ? byShare(deployment, active) : []
}

function newest(sets: readonly KubeObject[]): KubeObject | undefined {
  return oldestFirst(sets)
    .toSorted((a, b) => revisionOf(a) - revisionOf(b))
    .at(-1)
}

function isSaturated(deployment: KubeObject, set: KubeObject): boolean {
  const wanted = replicasOf(deployment)
  return (
    replicasOf(set) === wanted &&
    Number(annotationsOf(set)[desiredAnnotation]) === wanted &&
    statusNumber(set, 'availableReplicas') === wanted
  )
}

function byShare(deployment: KubeObject, active: readonly KubeObject[]): readonly Action[] {
  const wanted = replicasOf(deployment)
  const total = sumOf(active, replicasOf)
  const allowed = wanted > 0 ? wanted + bounds(deployment).surge : 0
  const change = allowed - total
  const order = active.toSorted((a, b) => {
    const bySize = replicasOf(b) - replicasOf(a)
    const byAge = change > 0 ? revisionOf(b) - revisionOf(a) : revisionOf(a) - revisionOf(b)
    return bySize === 0 ? byAge : bySize
  })
  let given = 0
  const shares = order.map((set) => {
    const share = change === 0 ? 0 : shareOf(deployment, set, change, given)
    given += share
    return { set, share }
  })
  return shares.flatMap(({ set, share }, at) => {
    // The first set gets the remainder of the rounding.
    const rest = at === 0 ? change - given : 0
    return scaleSet(deployment, set, Math.max(0, replicasOf(set) + share + rest))
  })
}

function shareOf(deployment: KubeObject, set: KubeObject, change: number, given: number): number {
  const size = replicasOf(set)
  const most = replicasOf(deployment) + bounds(deployment).surge
  const before = Number(annotationsOf(set)[maxAnnotation]) || statusNumber(deployment, 'replicas')
  const share = Math.round((size * most) / (before || 1)) - size
  const left = change - given
  return change > 0 ? Math.min(share, left) : Math.max(share, left)
}
