import type { KubeObject } from '../../objects/kube-object.ts'
import type { Action } from '../engine/action.ts'
import {
  bounds,
  isRolling,
  oldestFirst,
  replicasOf,
  statusNumber,
  sumOf,
} from './deployment-facts.ts'
import { scaleSet } from './replica-set-of.ts'

/** How many replicas the new ReplicaSet may have now, given what the old ones still have. */
export function allowedReplicas(
  deployment: KubeObject,
  all: readonly KubeObject[],
  now: number,
): number {
  const wanted = replicasOf(deployment)
  if (!isRolling(deployment)) return wanted
  const room = wanted + bounds(deployment).surge - sumOf(all, replicasOf)
  return room <= 0 ? now : now + Math.min(room, wanted - now)
}

/** The next step of a rolling update; none when there is nothing to change now. */
export function rollOn(
  deployment: KubeObject,
  fresh: KubeObject,
  old: readonly KubeObject[],
): readonly Action[] {
  const wanted = replicasOf(deployment)
  const has = replicasOf(fresh)
  const all = [fresh, ...old]
  const grown = has > wanted ? wanted : has === wanted ? has : allowedReplicas(deployment, all, has)
  if (grown !== has) return scaleSet(deployment, fresh, grown)
  return shrinkOld(deployment, fresh, old)
}

function shrinkOld(
  deployment: KubeObject,
  fresh: KubeObject,
  old: readonly KubeObject[],
): readonly Action[] {
  const all = [fresh, ...old]
  const fewest = replicasOf(deployment) - bounds(deployment).unavailable
  const unavailable = replicasOf(fresh) - statusNumber(fresh, 'availableReplicas')
  let mayGo = sumOf(all, replicasOf) - fewest - unavailable
  if (sumOf(old, replicasOf) === 0 || mayGo <= 0) return []
  const sizes = new Map(old.map((set) => [set, replicasOf(set)]))
  // First what does not work anyhow.
  for (const set of oldestFirst(old)) {
    const broken = replicasOf(set) - statusNumber(set, 'availableReplicas')
    const gone = Math.min(mayGo, Math.max(0, broken))
    sizes.set(set, replicasOf(set) - gone)
    mayGo -= gone
  }
  let spare = sumOf(all, (set) => statusNumber(set, 'availableReplicas')) - fewest
  for (const set of oldestFirst(old)) {
    const has = sizes.get(set) ?? 0
    const gone = Math.min(Math.max(0, spare), has)
    sizes.set(set, has - gone)
    spare -= gone
  }
  return [...sizes].flatMap(([set, size]) =>
    size === replicasOf(set) ? [] : scaleSet(deployment, set, size),
  )
}
