import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import type { Action } from '../engine/action.ts'
import { conditionsIn, findCondition, withCondition } from '../engine/conditions.ts'
import { changedStatus, timeOf, unlessZero, withoutUndefined } from '../engine/object-writing.ts'

export interface JobCounts {
  readonly active: number
  readonly ready: number
  readonly terminating: number
  readonly succeeded: number
  readonly failed: number
  /** As the status writes them; undefined for jobs without indexes. */
  readonly completedIndexes: string | undefined
  readonly done: ReadonlySet<number>
}

export type JobEnd =
  | { readonly is: 'complete' }
  | { readonly is: 'failed'; readonly reason: string; readonly message: string }

export interface StatusFacts {
  readonly job: KubeObject
  readonly counts: JobCounts
  readonly end: JobEnd | undefined
  readonly isSuspended: boolean
  readonly now: number
}

/** The write of a job's status, when it has changed. */
export function jobStatus(facts: StatusFacts): readonly Action[] {
  const { job, counts, end, isSuspended, now } = facts
  const time = timeOf(now)
  const started = textAt(job, ['status', 'startTime']) || time
  const active = end === undefined && !isSuspended ? counts.active : 0
  const conditions = conditionsOf(facts, time)
  const status = {
    conditions: conditions.length === 0 ? undefined : [...conditions],
    startTime: isSuspended ? undefined : started,
    completionTime: end?.is === 'complete' ? time : undefined,
    active: unlessZero(active),
    succeeded: unlessZero(counts.succeeded),
    failed: unlessZero(counts.failed),
    terminating: counts.terminating,
    completedIndexes: counts.completedIndexes === '' ? undefined : counts.completedIndexes,
    uncountedTerminatedPods: {},
    ready: end === undefined ? counts.ready : 0,
  }
  return changedStatus('jobs', job, withoutUndefined(status))
}

function conditionsOf({ job, end, isSuspended }: StatusFacts, time: string) {
  const before = conditionsIn(job['status'])
  const probed = { lastProbeTime: time }
  const add = (all: typeof before, type: string, reason: string, message: string) =>
    withCondition(all, { type, status: 'True', reason, message }, time, probed)
  if (end?.is === 'complete') {
    const [reason, message] = ['CompletionsReached', 'Reached expected number of succeeded pods']
    return add(add(before, 'SuccessCriteriaMet', reason, message), 'Complete', reason, message)
  }
  if (end?.is === 'failed') {
    const { reason, message } = end
    return add(add(before, 'FailureTarget', reason, message), 'Failed', reason, message)
  }
  const suspended = findCondition(before, 'Suspended')
  if (isSuspended && suspended?.['status'] !== 'True') {
    return add(before, 'Suspended', 'JobSuspended', 'Job suspended')
  }
  if (!isSuspended && suspended?.['status'] === 'True') {
    const resumed = {
      type: 'Suspended',
      status: 'False',
      reason: 'JobResumed',
      message: 'Job resumed',
    } as const
    return withCondition(before, resumed, time, probed)
  }
  return before
}
