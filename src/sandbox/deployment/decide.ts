import { type KubeObject, nameOf, numberAt, readPath } from '../../objects/kube-object.ts'
import { equalJson } from '../../objects/json.ts'
import type { Action } from '../engine/action.ts'
import { isDeleting } from '../engine/object-writing.ts'
import {
  findNewSet,
  isRolling,
  oldestFirst,
  replicasOf,
  revisionAnnotation,
  revisionOf,
  statusNumber,
} from './deployment-facts.ts'
import { newReplicaSet, refreshReplicaSet, scaleSet, tellScaled } from './replica-set-of.ts'
import { isRescaled, rescale } from './rescale.ts'
import { allowedReplicas, rollOn } from './roll.ts'
import { type DeploymentStatus, deploymentStatus } from './status.ts'

export interface DeploymentSeen {
  readonly deployment: KubeObject
  /** The ReplicaSets that it owns. */
  readonly sets: readonly KubeObject[]
  /** Whether pods of older templates are still there; asked only where one may not begin before all have gone. */
  readonly hasOldPods: (old: readonly KubeObject[]) => boolean
  readonly now: number
}

/** Decides what a Deployment does next. */
export function decideDeployment(seen: DeploymentSeen): readonly Action[] {
  const { deployment, now } = seen
  const sets = seen.sets.filter((set) => !isDeleting(set))
  const fresh = findNewSet(deployment, sets)
  const old = sets.filter((set) => set !== fresh)
  const step = isDeleting(deployment) ? nothing : nextStep(seen, fresh, old)
  const { created } = step
  const stand = deploymentStatus({ deployment, fresh, old, created: created?.name, now })
  const isOver = step.actions.length === 0 && created === undefined && stand.isComplete
  return [
    ...step.actions,
    ...writeStatus(deployment, stand, created?.revision ?? revisionFor(fresh, old)),
    ...(isOver ? forgetOld(deployment, old) : []),
    ...(stand.deadline === undefined
      ? []
      : [{ do: 'look-again', after: stand.deadline - now + 1000 } as const]),
  ]
}

interface Step {
  readonly actions: readonly Action[]
  readonly created?: { readonly name: string; readonly revision: number }
}

const nothing: Step = { actions: [] }

function nextStep(
  { deployment, sets, hasOldPods }: DeploymentSeen,
  fresh: KubeObject | undefined,
  old: readonly KubeObject[],
): Step {
  const isPaused = readPath(deployment, ['spec', 'paused']) === true
  if (isPaused || isRescaled(deployment, sets)) {
    return { actions: rescale(deployment, fresh, old) }
  }
  if (!isRolling(deployment)) {
    const running = old.filter((set) => replicasOf(set) > 0)
    if (running.length > 0)
      return { actions: running.flatMap((set) => scaleSet(deployment, set, 0)) }
    if (hasOldPods(old)) return nothing
  }
  if (fresh === undefined) return begin(deployment, old)
  const refresh = refreshReplicaSet(deployment, fresh, revisionFor(fresh, old))
  if (refresh.length > 0) return { actions: refresh }
  if (isRolling(deployment)) return { actions: rollOn(deployment, fresh, old) }
  return { actions: scaleSet(deployment, fresh, replicasOf(deployment)) }
}

function begin(deployment: KubeObject, old: readonly KubeObject[]): Step {
  const revision = Math.max(0, ...old.map(revisionOf)) + 1
  const replicas = allowedReplicas(deployment, old, 0)
  const set = newReplicaSet(deployment, replicas, revision)
  const name = nameOf(set)
  return {
    created: { name, revision },
    actions: [
      { do: 'create', in: 'replicaSets', object: set },
      ...(replicas > 0 ? [tellScaled(deployment, name, 0, replicas)] : []),
    ],
  }
}

/** The revision of the newest template: one after all others. */
function revisionFor(fresh: KubeObject | undefined, old: readonly KubeObject[]): number {
  const others = Math.max(0, ...old.map(revisionOf))
  if (fresh === undefined) return others
  return revisionOf(fresh) > others ? revisionOf(fresh) : others + 1
}

function writeStatus(
  deployment: KubeObject,
  { status }: DeploymentStatus,
  revision: number,
): readonly Action[] {
  const isSameRevision = revision === 0 || revisionOf(deployment) === revision
  if (isSameRevision && equalJson(status, deployment['status'])) return []
  const annotations = {
    ...(deployment.metadata['annotations'] as object | undefined),
    ...(revision > 0 && { [revisionAnnotation]: String(revision) }),
  }
  const metadata = { ...deployment.metadata, annotations }
  return [{ do: 'write-status', in: 'deployments', object: { ...deployment, metadata, status } }]
}

/** Of finished rollouts only so many are kept to go back to. */
function forgetOld(deployment: KubeObject, old: readonly KubeObject[]): readonly Action[] {
  const limit = numberAt(deployment, ['spec', 'revisionHistoryLimit'])
  if (limit === undefined) return []
  const done = oldestFirst(old)
    .toSorted((a, b) => revisionOf(a) - revisionOf(b))
    .filter((set) => replicasOf(set) === 0 && statusNumber(set, 'replicas') === 0)
  return done
    .slice(0, Math.max(0, done.length - limit))
    .map((object) => ({ do: 'delete', in: 'replicaSets', object, propagation: 'Background' }))
}
