import { type Json, type JsonObject, equalJson } from '../../objects/json.ts'
import { type KubeObject, nameOf, numberAt, textAt } from '../../objects/kube-object.ts'
import { parseTime } from '../../objects/time.ts'
import { conditionsIn, findCondition } from '../engine/conditions.ts'
import { timeOf, unlessZero, withoutUndefined } from '../engine/object-writing.ts'
import { bounds, replicasOf, statusNumber, sumOf } from './deployment-facts.ts'

export interface StatusFacts {
  readonly deployment: KubeObject
  readonly fresh: KubeObject | undefined
  readonly old: readonly KubeObject[]
  /** The name of a ReplicaSet that is being made in this very pass. */
  readonly created: string | undefined
  readonly now: number
}

export interface DeploymentStatus {
  readonly status: JsonObject
  readonly isComplete: boolean
  /** When a rollout that gets nowhere has taken too long. */
  readonly deadline: number | undefined
}

// The number that means no deadline in Kubernetes.
const never = 2_147_483_647

/** How a Deployment stands, from what its ReplicaSets say. */
export function deploymentStatus(facts: StatusFacts): DeploymentStatus {
  const { deployment, fresh, old, now } = facts
  const all = fresh === undefined ? old : [...old, fresh]
  const wanted = replicasOf(deployment)
  const counts = {
    replicas: sumOf(all, (set) => statusNumber(set, 'replicas')),
    updatedReplicas: statusNumber(fresh, 'replicas'),
    readyReplicas: sumOf(all, (set) => statusNumber(set, 'readyReplicas')),
    availableReplicas: sumOf(all, (set) => statusNumber(set, 'availableReplicas')),
  }
  const { availableReplicas } = counts
  const expected = facts.created === undefined ? sumOf(all, replicasOf) : wanted
  const isComplete =
    counts.updatedReplicas === wanted &&
    counts.replicas === wanted &&
    availableReplicas === wanted &&
    facts.created === undefined
  const { conditions, deadline } = conditionsOf(facts, counts, isComplete)
  const collisionCount = numberAt(deployment, ['status', 'collisionCount'])
  return {
    isComplete,
    deadline: deadline === undefined || deadline <= now ? undefined : deadline,
    status: withoutUndefined({
      observedGeneration: numberAt(deployment, ['metadata', 'generation']),
      replicas: unlessZero(counts.replicas),
      updatedReplicas: unlessZero(counts.updatedReplicas),
      readyReplicas: unlessZero(counts.readyReplicas),
      availableReplicas: unlessZero(availableReplicas),
      unavailableReplicas: unlessZero(Math.max(0, expected - availableReplicas)),
      terminatingReplicas: sumOf(all, (set) => statusNumber(set, 'terminatingReplicas')),
      collisionCount,
      conditions: [...conditions],
    }),
  }
}

type Counts = Readonly<
  Record<'replicas' | 'updatedReplicas' | 'readyReplicas' | 'availableReplicas', number>
>

function conditionsOf(
  facts: StatusFacts,
  counts: Counts,
  isComplete: boolean,
): { readonly conditions: readonly Json[]; readonly deadline: number | undefined } {
  const { deployment, now } = facts
  const isAvailable =
    counts.availableReplicas >= replicasOf(deployment) - bounds(deployment).unavailable
  const available = isAvailable
    ? {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      }
    : {
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      }
  const before = conditionsIn(deployment['status'])
  const withAvailable = set(before, available, timeOf(now), false)
  const limit = numberAt(deployment, ['spec', 'progressDeadlineSeconds']) ?? never
  if (limit === never) {
    const conditions = withAvailable.filter((one) => textAt(one, ['type']) !== 'Progressing')
    return { conditions, deadline: undefined }
  }
  const progress = progressOf(facts, counts, isComplete, limit * 1000)
  const conditions =
    progress === undefined
      ? withAvailable
      : set(withAvailable, progress.condition, timeOf(now), progress.isFresh)
  const current = findCondition(conditions, 'Progressing')
  const isOpen = [
    'NewReplicaSetCreated',
    'FoundNewReplicaSet',
    'ReplicaSetUpdated',
    'DeploymentResumed',
  ].includes(textAt(current, ['reason']))
  return { conditions, deadline: isOpen ? deadlineOf(current, limit * 1000, now) : undefined }
}

interface Progress {
  readonly condition: JsonObject
  /** The time of the last update counts from now, although nothing else may have changed. */
  readonly isFresh: boolean
}

function progressOf(
  { deployment, fresh, created, now }: StatusFacts,
  counts: Counts,
  isComplete: boolean,
  limit: number,
): Progress | undefined {
  const current = findCondition(conditionsIn(deployment['status']), 'Progressing')
  if (created !== undefined) {
    const message = `Created new replica set ${JSON.stringify(created)}`
    return { condition: condition('True', 'NewReplicaSetCreated', message), isFresh: true }
  }
  const isSettled =
    counts.replicas === counts.updatedReplicas &&
    textAt(current, ['reason']) === 'NewReplicaSetAvailable'
  if (isSettled) return undefined
  const name = JSON.stringify(fresh === undefined ? nameOf(deployment) : nameOf(fresh))
  const subject = fresh === undefined ? `Deployment ${name}` : `ReplicaSet ${name}`
  if (isComplete) {
    const message = `${subject} has successfully progressed.`
    return { condition: condition('True', 'NewReplicaSetAvailable', message), isFresh: false }
  }
  if (hasProgressed(deployment, counts)) {
    const message = `${subject} is progressing.`
    return { condition: condition('True', 'ReplicaSetUpdated', message), isFresh: true }
  }
  if (current === undefined || deadlineOf(current, limit, now) > now) return undefined
  const message = `${subject} has timed out progressing.`
  return { condition: condition('False', 'ProgressDeadlineExceeded', message), isFresh: false }
}

function condition(status: string, reason: string, message: string): JsonObject {
  return { type: 'Progressing', status, reason, message }
}

function hasProgressed(deployment: KubeObject, counts: Counts): boolean {
  const before = (field: string) => statusNumber(deployment, field)
  return (
    counts.updatedReplicas > before('updatedReplicas') ||
    counts.replicas - counts.updatedReplicas < before('replicas') - before('updatedReplicas') ||
    counts.readyReplicas > before('readyReplicas') ||
    counts.availableReplicas > before('availableReplicas')
  )
}

function deadlineOf(condition: JsonObject | undefined, limit: number, now: number): number {
  return (parseTime(textAt(condition, ['lastUpdateTime']))?.getTime() ?? now) + limit
}

/** As the real controller: the condition that was changed last comes last. */
function set(
  conditions: readonly Json[],
  wanted: JsonObject,
  now: string,
  isFresh: boolean,
): readonly Json[] {
  const before = findCondition(conditions, textAt(wanted, ['type']))
  const isSame =
    before !== undefined &&
    before['status'] === wanted['status'] &&
    before['reason'] === wanted['reason']
  if (isSame && !isFresh) return conditions
  const isSteady = before !== undefined && before['status'] === wanted['status']
  const next: JsonObject = {
    ...wanted,
    lastUpdateTime: now,
    lastTransitionTime: isSteady ? textAt(before, ['lastTransitionTime']) : now,
  }
  if (equalJson(before, next)) return conditions
  return [...conditions.filter((one) => one !== before), next]
}
