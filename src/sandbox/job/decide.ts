import {
  type KubeObject,
  conditionOf,
  listAt,
  numberAt,
  readPath,
  textAt,
} from '../../objects/kube-object.ts'
import { parseTime } from '../../objects/time.ts'
import type { Action } from '../engine/action.ts'
import { isDeleting } from '../engine/object-writing.ts'
import { isActive, isReady, phaseOf, restartsOf } from '../engine/pod-facts.ts'
import { completedIndexes, missingIndexes, writeIndexes } from './indexes.ts'
import { jobPod } from './job-pod.ts'
import { type JobCounts, type JobEnd, jobStatus } from './status.ts'

export interface JobSeen {
  readonly job: KubeObject
  readonly pods: readonly KubeObject[]
  readonly now: number
}

// The real controller's own: ten seconds after the first failure, doubled, at most ten minutes.
const firstBackoff = 10_000
const mostBackoff = 600_000

/** Decides what a Job does next. */
export function decideJob(seen: JobSeen): readonly Action[] {
  const { job, now } = seen
  if (isDeleting(job)) return []
  if (isFinished(job)) return expire(job, now)
  const counts = countPods(seen)
  const isSuspended = readPath(job, ['spec', 'suspend']) === true
  const end = isSuspended ? undefined : endOf(seen, counts)
  const active = seen.pods.filter(isActive)
  const status = jobStatus({ job, counts, end, isSuspended, now })
  if (end !== undefined || isSuspended) {
    return [
      ...active.map((pod) => stopPod(job, pod)),
      ...status,
      ...tellEnd(job, end, isSuspended, active.length),
    ]
  }
  const { actions, wait } = morePods(seen, counts, active)
  const deadline = deadlineOf(job)
  const waits = [wait, deadline === undefined ? Infinity : deadline - now].filter(Number.isFinite)
  return [
    ...actions,
    ...status,
    ...(waits.length === 0
      ? []
      : [{ do: 'look-again', after: Math.max(1, Math.min(...waits)) } as const]),
  ]
}

function isFinished(job: KubeObject): boolean {
  return ['Complete', 'Failed'].some((type) => conditionOf(job, type)?.status === 'True')
}

function countPods({ job, pods }: JobSeen): JobCounts {
  const of = (phase: string) => pods.filter((pod) => phaseOf(pod) === phase).length
  const active = pods.filter(isActive)
  const isIndexed = textAt(job, ['spec', 'completionMode']) === 'Indexed'
  const completions = numberAt(job, ['spec', 'completions']) ?? 0
  const done = isIndexed ? completedIndexes(job, pods, completions) : new Set<number>()
  // Pods that somebody has deleted since were counted all the same.
  const before = (field: string) => numberAt(job, ['status', field]) ?? 0
  return {
    active: active.length,
    ready: active.filter(isReady).length,
    terminating: pods.filter(
      (pod) => isDeleting(pod) && !['Succeeded', 'Failed'].includes(phaseOf(pod)),
    ).length,
    succeeded: isIndexed ? done.size : Math.max(before('succeeded'), of('Succeeded')),
    failed: Math.max(before('failed'), of('Failed')),
    completedIndexes: isIndexed ? writeIndexes(done) : undefined,
    done,
  }
}

function endOf({ job, pods, now }: JobSeen, counts: JobCounts): JobEnd | undefined {
  const completions = numberAt(job, ['spec', 'completions'])
  const limit = numberAt(job, ['spec', 'backoffLimit']) ?? 6
  const retries = textAt(job, ['spec', 'template', 'spec', 'restartPolicy']) === 'OnFailure'
  const restarts = retries
    ? pods.filter(isActive).reduce((sum, pod) => sum + restartsOf(pod), 0)
    : 0
  if (counts.failed > limit || (retries && restarts > 0 && restarts >= Math.max(1, limit))) {
    return {
      is: 'failed',
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
    }
  }
  const deadline = deadlineOf(job)
  if (deadline !== undefined && deadline <= now) {
    return {
      is: 'failed',
      reason: 'DeadlineExceeded',
      message: 'Job was active longer than specified deadline',
    }
  }
  const isDone =
    completions === undefined
      ? counts.succeeded > 0 && counts.active === 0
      : counts.succeeded >= completions
  return isDone ? { is: 'complete' } : undefined
}

function morePods(
  { job, pods, now }: JobSeen,
  counts: JobCounts,
  active: readonly KubeObject[],
): { readonly actions: readonly Action[]; readonly wait: number } {
  const parallelism = numberAt(job, ['spec', 'parallelism']) ?? 1
  const completions = numberAt(job, ['spec', 'completions'])
  const wanted =
    completions === undefined
      ? counts.succeeded > 0
        ? active.length
        : parallelism
      : Math.min(parallelism, completions - counts.succeeded)
  const missing = wanted - active.length
  if (missing < 0) {
    return { actions: active.slice(missing).map((pod) => stopPod(job, pod)), wait: Infinity }
  }
  const wait = pauseAfterFailure(pods, counts.failed, now)
  if (missing === 0 || wait > 0) return { actions: [], wait: wait > 0 ? wait : Infinity }
  const isIndexed = textAt(job, ['spec', 'completionMode']) === 'Indexed'
  const indexes = isIndexed
    ? missingIndexes(active, counts.done, completions ?? 0).slice(0, missing)
    : Array.from({ length: missing }, () => undefined)
  const told = {
    about: job,
    type: 'Normal',
    reason: 'SuccessfulCreate',
    message: 'Created pod: {}',
  } as const
  const actions = indexes.map((index): Action => ({
    do: 'create',
    in: 'pods',
    object: jobPod(job, index),
    told,
  }))
  return { actions, wait: Infinity }
}

function pauseAfterFailure(pods: readonly KubeObject[], failed: number, now: number): number {
  if (failed === 0) return 0
  const ends = pods
    .filter((pod) => phaseOf(pod) === 'Failed')
    .flatMap((pod) =>
      listAt(pod, ['status', 'containerStatuses']).map(
        (status) =>
          parseTime(textAt(status, ['state', 'terminated', 'finishedAt']))?.getTime() ?? 0,
      ),
    )
  const last = Math.max(0, ...ends)
  const backoff = Math.min(mostBackoff, firstBackoff * 2 ** (failed - 1))
  return Math.max(0, last + backoff - now)
}

function deadlineOf(job: KubeObject): number | undefined {
  const seconds = numberAt(job, ['spec', 'activeDeadlineSeconds'])
  const started = parseTime(textAt(job, ['status', 'startTime']))
  return seconds === undefined || started === undefined
    ? undefined
    : started.getTime() + seconds * 1000
}

function stopPod(job: KubeObject, pod: KubeObject): Action {
  const message = `Deleted pod: ${textAt(pod, ['metadata', 'name'])}`
  const told = { about: job, type: 'Normal', reason: 'SuccessfulDelete', message } as const
  return { do: 'delete', in: 'pods', object: pod, told }
}

function tellEnd(
  job: KubeObject,
  end: JobEnd | undefined,
  isSuspended: boolean,
  active: number,
): readonly Action[] {
  const tell = (type: 'Normal' | 'Warning', reason: string, message: string): Action => ({
    do: 'tell',
    told: { about: job, type, reason, message },
  })
  if (end?.is === 'failed') return [tell('Warning', end.reason, end.message)]
  if (end?.is === 'complete') return [tell('Normal', 'Completed', 'Job completed')]
  return isSuspended && active > 0 ? [tell('Normal', 'Suspended', 'Job suspended')] : []
}

/** A finished job goes by itself when it says so. */
function expire(job: KubeObject, now: number): readonly Action[] {
  const seconds = numberAt(job, ['spec', 'ttlSecondsAfterFinished'])
  if (seconds === undefined) return []
  const finished = listAt(job, ['status', 'conditions'])
    .filter((one) => ['Complete', 'Failed'].includes(textAt(one, ['type'])))
    .map((one) => parseTime(textAt(one, ['lastTransitionTime']))?.getTime() ?? now)
  const due = Math.max(...finished) + seconds * 1000
  if (due > now) return [{ do: 'look-again', after: due - now }]
  return [{ do: 'delete', in: 'jobs', object: job, propagation: 'Background' }]
}
