import {
  type KubeObject,
  labelsOf,
  nameOf,
  numberAt,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import type { Action, Told } from '../engine/action.ts'
import {
  changedStatus,
  isDeleting,
  objectIn,
  unlessZero,
  withoutUndefined,
} from '../engine/object-writing.ts'
import { availableIn, phaseOf } from '../engine/pod-facts.ts'
import { currentRevision, forgetRevisions, revisionLabel, templateIn } from '../engine/revisions.ts'
import { claimsOf, statefulPod } from './stateful-pod.ts'

export interface StatefulSetSeen {
  readonly set: KubeObject
  readonly pods: readonly KubeObject[]
  readonly revisions: readonly KubeObject[]
  readonly hasClaim: (name: string) => boolean
  readonly now: number
}

interface Plan extends StatefulSetSeen {
  /** The revision of the template now, and the one from before an update that is not over. */
  readonly update: string
  readonly current: string
  readonly byOrdinal: ReadonlyMap<number, KubeObject>
}

/** Decides what a StatefulSet does next. */
export function decideStatefulSet(seen: StatefulSetSeen): readonly Action[] {
  const { set, pods, revisions } = seen
  const revision = currentRevision(set, revisions)
  const update = revision.label
  const current = textAt(set, ['status', 'currentRevision']) || update
  const byOrdinal = new Map(pods.map((pod) => [ordinalOf(pod), pod]))
  const plan = { ...seen, update, current, byOrdinal }
  const steps = isDeleting(set) ? [] : nextSteps(plan)
  const needed = new Set([update, current, ...pods.map(revisionOf)])
  return [
    ...revision.actions,
    ...steps,
    ...statusOf(plan),
    ...forgetRevisions(set, revisions, needed),
    ...lookAgain(plan),
  ]
}

function nextSteps(plan: Plan): readonly Action[] {
  const { set, pods } = plan
  const isOrdered = textAt(set, ['spec', 'podManagementPolicy']) !== 'Parallel'
  const [first, end] = range(set)
  const steps: Action[] = []
  for (let ordinal = first; ordinal < end; ordinal++) {
    const step = ensure(plan, ordinal)
    steps.push(...step.actions)
    if (!step.isHealthy && isOrdered) return steps
  }
  const condemned = pods
    .filter((pod) => ordinalOf(pod) < first || ordinalOf(pod) >= end)
    .toSorted((a, b) => ordinalOf(b) - ordinalOf(a))
  for (const pod of condemned) {
    if (!isDeleting(pod)) steps.push(remove(set, pod))
    // One after the other, from the last.
    if (isOrdered) return steps
  }
  return steps.length > 0 ? steps : replaceOld(plan)
}

interface Ensured {
  readonly actions: readonly Action[]
  readonly isHealthy: boolean
}

function ensure(plan: Plan, ordinal: number): Ensured {
  const { set, byOrdinal } = plan
  const pod = byOrdinal.get(ordinal)
  if (pod === undefined) return { actions: create(plan, ordinal), isHealthy: false }
  if (isDeleting(pod)) return { actions: [], isHealthy: false }
  if (['Failed', 'Succeeded'].includes(phaseOf(pod))) {
    return { actions: [remove(set, pod)], isHealthy: false }
  }
  return { actions: [], isHealthy: isAvailable(plan, pod) }
}

function create(plan: Plan, ordinal: number): readonly Action[] {
  const { set, hasClaim, revisions, update, current } = plan
  const isHeldBack = ordinal < range(set)[0] + partitionOf(set)
  const wanted = isHeldBack ? current : update
  const held = revisions.find((one) => nameOf(one) === wanted)
  const template =
    held === undefined || wanted === update ? objectIn(set['spec'], 'template') : templateIn(held)
  const pod = statefulPod(set, ordinal, template, wanted)
  const name = nameOf(pod)
  const claims = claimsOf(set, ordinal).filter(({ claim }) => !hasClaim(nameOf(claim)))
  return [
    ...claims.map(({ claim }): Action => {
      const message = `create Claim ${nameOf(claim)} Pod ${name} in StatefulSet ${nameOf(set)} success`
      const told = tell(set, 'SuccessfulCreate', message)
      return { do: 'create', in: 'persistentVolumeClaims', object: claim, told }
    }),
    {
      do: 'create',
      in: 'pods',
      object: pod,
      told: tell(
        set,
        'SuccessfulCreate',
        `create Pod ${name} in StatefulSet ${nameOf(set)} successful`,
      ),
    },
  ]
}

/** A rolling update: from the last pod down to the partition, one at a time. */
function replaceOld(plan: Plan): readonly Action[] {
  const { set, byOrdinal, update } = plan
  if (textAt(set, ['spec', 'updateStrategy', 'type']) === 'OnDelete') return []
  const [first, end] = range(set)
  for (let ordinal = end - 1; ordinal >= first + partitionOf(set); ordinal--) {
    const pod = byOrdinal.get(ordinal)
    if (pod === undefined || isDeleting(pod)) return []
    if (revisionOf(pod) !== update) return [remove(set, pod)]
    if (!isAvailable(plan, pod)) return []
  }
  return []
}

function statusOf({ set, pods, update, current, now }: Plan): readonly Action[] {
  const [first, end] = range(set)
  const live = pods.filter((pod) => !isDeleting(pod))
  const mine = live.filter((pod) => ordinalOf(pod) >= first && ordinalOf(pod) < end)
  const minReady = numberAt(set, ['spec', 'minReadySeconds']) ?? 0
  const ready = pods.filter((pod) => availableIn(pod, 0, now) === 0).length
  const available = pods.filter((pod) => availableIn(pod, minReady, now) === 0).length
  const updated = mine.filter((pod) => revisionOf(pod) === update).length
  const wanted = end - first
  const isDone =
    updated === wanted && ready === wanted && pods.length === wanted && partitionOf(set) === 0
  const standing = isDone ? update : current
  const status = {
    observedGeneration: numberAt(set, ['metadata', 'generation']),
    replicas: pods.length,
    readyReplicas: unlessZero(ready),
    currentReplicas: unlessZero(mine.filter((pod) => revisionOf(pod) === standing).length),
    updatedReplicas: unlessZero(updated),
    currentRevision: standing,
    updateRevision: update,
    collisionCount: numberAt(set, ['status', 'collisionCount']) ?? 0,
    availableReplicas: available,
  }
  return changedStatus('statefulSets', set, withoutUndefined(status))
}

function lookAgain({ set, pods, now }: Plan): readonly Action[] {
  const minReady = numberAt(set, ['spec', 'minReadySeconds']) ?? 0
  const waits = pods
    .flatMap((pod) => availableIn(pod, minReady, now) ?? [])
    .filter((wait) => wait > 0)
  return waits.length === 0 ? [] : [{ do: 'look-again', after: Math.min(...waits) }]
}

function range(set: KubeObject): readonly [number, number] {
  const first = numberAt(set, ['spec', 'ordinals', 'start']) ?? 0
  return [first, first + (numberAt(set, ['spec', 'replicas']) ?? 1)]
}

function partitionOf(set: KubeObject): number {
  return numberAt(readPath(set, ['spec', 'updateStrategy', 'rollingUpdate']), ['partition']) ?? 0
}

function isAvailable({ set, now }: Plan, pod: KubeObject): boolean {
  return availableIn(pod, numberAt(set, ['spec', 'minReadySeconds']) ?? 0, now) === 0
}

function ordinalOf(pod: KubeObject): number {
  return Number(/-(\d+)$/.exec(nameOf(pod))?.[1] ?? -1)
}

function revisionOf(pod: KubeObject): string {
  return labelsOf(pod)[revisionLabel] ?? ''
}

function remove(set: KubeObject, pod: KubeObject): Action {
  const message = `delete Pod ${nameOf(pod)} in StatefulSet ${nameOf(set)} successful`
  return { do: 'delete', in: 'pods', object: pod, told: tell(set, 'SuccessfulDelete', message) }
}

function tell(about: KubeObject, reason: string, message: string): Told {
  return { about, type: 'Normal', reason, message }
}
