import type { JsonObject } from '../../objects/json.ts'
import {
  type KubeObject,
  conditionOf,
  nameOf,
  namespaceOf,
  numberAt,
  readPath,
  textAt,
  uidOf,
} from '../../objects/kube-object.ts'
import { parseTime, printTime } from '../../objects/time.ts'
import type { Action } from '../engine/action.ts'
import {
  changedStatus,
  controllerReference,
  isDeleting,
  objectIn,
  withoutUndefined,
} from '../engine/object-writing.ts'
import { createdAt } from '../engine/pod-facts.ts'
import { isTimeZone, nextTime } from './next-time.ts'
import { parseSchedule } from './schedule.ts'

export interface CronJobSeen {
  readonly cron: KubeObject
  readonly jobs: readonly KubeObject[]
  /** When it was seen first. */
  readonly since: number
  readonly now: number
}

/** A run that was missed more often than this is not made up for. */
const mostMissed = 100

/** Decides what a CronJob does next. */
export function decideCronJob(seen: CronJobSeen): readonly Action[] {
  const { cron, jobs, now } = seen
  if (isDeleting(cron)) return []
  const active = jobs.filter((job) => endOf(job) === undefined)
  const due = dueTime(seen)
  const start = due.now === undefined ? noStart : startJob(seen, active, due.now)
  return [
    ...finished(seen),
    ...start.actions,
    ...statusOf(seen, active, start.scheduled),
    ...expired(seen),
    ...(due.next === undefined
      ? []
      : [{ do: 'look-again', after: Math.max(1, due.next - now) } as const]),
  ]
}

interface Due {
  readonly now?: number
  readonly next?: number
}

function dueTime({ cron, since, now }: CronJobSeen): Due {
  const schedule = parseSchedule(textAt(cron, ['spec', 'schedule']))
  const zone = textAt(cron, ['spec', 'timeZone'])
  const isSuspended = readPath(cron, ['spec', 'suspend']) === true
  if (schedule === undefined || isSuspended || !isTimeZone(zone)) return {}
  const last = parseTime(textAt(cron, ['status', 'lastScheduleTime']))
  // The server that says when it was made may have another clock.
  const made = Math.min(since, parseTime(createdAt(cron))?.getTime() ?? since)
  const patience = numberAt(cron, ['spec', 'startingDeadlineSeconds'])
  let at = last?.getTime() ?? made
  if (patience !== undefined) at = Math.max(at, now - patience * 1000)
  let due: number | undefined
  for (let count = 0; count < mostMissed; count++) {
    const next = nextTime(schedule, zone, at)
    if (next === undefined || next > now) {
      return { ...(due !== undefined && { now: due }), ...(next !== undefined && { next }) }
    }
    due = next
    at = next
  }
  const next = nextTime(schedule, zone, now)
  return { ...(due !== undefined && { now: due }), ...(next !== undefined && { next }) }
}

interface Start {
  readonly actions: readonly Action[]
  readonly scheduled?: { readonly at: number; readonly name: string }
}

const noStart: Start = { actions: [] }

function startJob({ cron, jobs }: CronJobSeen, active: readonly KubeObject[], at: number): Start {
  const name = `${nameOf(cron)}-${Math.floor(at / 60_000)}`
  if (jobs.some((job) => nameOf(job) === name)) return noStart
  const policy = textAt(cron, ['spec', 'concurrencyPolicy'])
  if (policy === 'Forbid' && active.length > 0) {
    const message =
      'Not starting job because prior execution is running and concurrency policy is Forbid'
    return { actions: [tell(cron, 'Normal', 'JobAlreadyActive', message)] }
  }
  const replaced = policy === 'Replace' ? active : []
  const told = {
    about: cron,
    type: 'Normal',
    reason: 'SuccessfulCreate',
    message: 'Created job {}',
  } as const
  return {
    scheduled: { at, name },
    actions: [
      ...replaced.map((job) => remove(cron, job)),
      { do: 'create', in: 'jobs', object: jobOf(cron, name, at), told },
    ],
  }
}

function jobOf(cron: KubeObject, name: string, at: number): KubeObject {
  const template = objectIn(cron['spec'], 'jobTemplate')
  const metadata = objectIn(template, 'metadata')
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name,
      namespace: namespaceOf(cron),
      labels: objectIn(metadata, 'labels'),
      annotations: {
        ...objectIn(metadata, 'annotations'),
        'batch.kubernetes.io/cronjob-scheduled-timestamp': printTime(new Date(at)),
      },
      ownerReferences: [controllerReference(cron)],
    },
    spec: objectIn(template, 'spec'),
  }
}

function statusOf(
  { cron, jobs, now }: CronJobSeen,
  active: readonly KubeObject[],
  scheduled: Start['scheduled'],
): readonly Action[] {
  const before = readPath(cron, ['status'])
  const done = jobs
    .filter((job) => endOf(job) === 'Complete')
    .map((job) => textAt(job, ['status', 'completionTime']))
  const latest = [...done, textAt(before, ['lastSuccessfulTime'])].toSorted().at(-1)
  const isFresh = active.filter((job) => nameOf(job) !== scheduled?.name)
  const status = {
    active: active.length === 0 ? undefined : isFresh.map(referenceTo),
    lastScheduleTime:
      scheduled === undefined
        ? textAt(before, ['lastScheduleTime']) || undefined
        : printTime(new Date(Math.min(scheduled.at, now))),
    lastSuccessfulTime: latest === '' ? undefined : latest,
  }
  return changedStatus('cronJobs', cron, withoutUndefined(status))
}

function referenceTo(job: KubeObject): JsonObject {
  return {
    kind: 'Job',
    namespace: namespaceOf(job),
    name: nameOf(job),
    uid: uidOf(job),
    apiVersion: 'batch/v1',
    resourceVersion: textAt(job, ['metadata', 'resourceVersion']),
  }
}

/** Jobs that the status still has as active and that have ended since. */
function finished({ cron, jobs }: CronJobSeen): readonly Action[] {
  const known = new Set(
    (readPath(cron, ['status', 'active']) as readonly JsonObject[] | undefined)?.map(
      (one) => one['uid'],
    ),
  )
  return jobs.flatMap((job) => {
    const end = endOf(job)
    if (end === undefined || !known.has(uidOf(job))) return []
    const message = `Saw completed job: ${nameOf(job)}, condition: ${end}`
    return [tell(cron, 'Normal', 'SawCompletedJob', message)]
  })
}

function expired({ cron, jobs }: CronJobSeen): readonly Action[] {
  const keep = (end: string, limit: number) => {
    const ended = jobs
      .filter((job) => endOf(job) === end && !isDeleting(job))
      .toSorted((a, b) => (createdAt(a) < createdAt(b) ? -1 : 1))
    return ended.slice(0, Math.max(0, ended.length - limit))
  }
  const good = numberAt(cron, ['spec', 'successfulJobsHistoryLimit']) ?? 3
  const bad = numberAt(cron, ['spec', 'failedJobsHistoryLimit']) ?? 1
  return [...keep('Complete', good), ...keep('Failed', bad)].map((job) => remove(cron, job))
}

function endOf(job: KubeObject): 'Complete' | 'Failed' | undefined {
  if (conditionOf(job, 'Complete')?.status === 'True') return 'Complete'
  return conditionOf(job, 'Failed')?.status === 'True' ? 'Failed' : undefined
}

function remove(cron: KubeObject, job: KubeObject): Action {
  const told = {
    about: cron,
    type: 'Normal',
    reason: 'SuccessfulDelete',
    message: `Deleted job ${nameOf(job)}`,
  } as const
  return { do: 'delete', in: 'jobs', object: job, propagation: 'Background', told }
}

function tell(
  about: KubeObject,
  type: 'Normal' | 'Warning',
  reason: string,
  message: string,
): Action {
  return { do: 'tell', told: { about, type, reason, message } }
}
