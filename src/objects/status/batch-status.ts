import type { JsonObject } from '../json.ts'
import { conditionsOf, listAt, textAt } from '../kube-object.ts'
import { count, type StatusRule } from './status-rule.ts'
import { current, failed, inProgress, type StatusReport } from './status.ts'

/** The rules for pods and what ends by itself. */
export const batchRules: readonly (readonly [string, StatusRule])[] = [
  ['Pod', pod],
  ['batch/Job', job],
  ['batch/CronJob', () => current('Resource is always ready')],
]

/** How long a pod may wait for a node before that counts as a failure. */
const scheduleWindow = 15_000

function pod(object: JsonObject, now: Date): StatusReport {
  const phase = textAt(object, ['status', 'phase'])
  switch (phase) {
    case 'Succeeded':
      return current('Pod has completed successfully')
    case 'Failed':
      return current('Pod has completed, but not successfully')
    case 'Running':
      return runningPod(object)
    case 'Pending':
      return pendingPod(object, now)
    case '':
      return inProgress('PodNotObserved', 'Pod phase not available')
    default:
      return { status: 'Unknown', message: `unknown phase ${phase}` }
  }
}

function runningPod(object: JsonObject): StatusReport {
  const isReady = conditionsOf(object).some(
    ({ type, status }) => type === 'Ready' && status === 'True',
  )
  if (isReady) return current('Pod is Ready')
  const crashing = listAt(object, ['status', 'containerStatuses'])
    .filter((one) => textAt(one, ['state', 'waiting', 'reason']) === 'CrashLoopBackOff')
    .map((one) => textAt(one, ['name']))
  if (crashing.length > 0)
    return failed('ContainerCrashLooping', `Containers in CrashLoop state: ${crashing.join(',')}`)
  return inProgress('PodRunningNotReady', 'Pod is running but is not Ready')
}

function pendingPod(object: JsonObject, now: Date): StatusReport {
  const isUnschedulable = conditionsOf(object).some(
    ({ type, status, reason }) =>
      type === 'PodScheduled' && status === 'False' && reason === 'Unschedulable',
  )
  if (!isUnschedulable) return inProgress('PodPending', 'Pod is in the Pending phase')
  const created = Date.parse(textAt(object, ['metadata', 'creationTimestamp']))
  if (now.getTime() - scheduleWindow < created)
    return inProgress('PodNotScheduled', 'Pod has not been scheduled')
  return failed('PodUnschedulable', 'Pod could not be scheduled')
}

function job(object: JsonObject): StatusReport {
  const parallelism = count(object, 'spec.parallelism', 1)
  const completions = count(object, 'spec.completions', parallelism)
  const succeeded = count(object, 'status.succeeded', 0)
  const hasFailed = count(object, 'status.failed', 0)
  for (const { type, status } of conditionsOf(object)) {
    if (status !== 'True') continue
    if (type === 'Complete') return current(`Job Completed. succeeded: ${succeeded}/${completions}`)
    if (type === 'Failed')
      return failed('JobFailed', `Job Failed. failed: ${hasFailed}/${completions}`)
  }
  if (textAt(object, ['status', 'startTime']) === '')
    return inProgress('JobNotStarted', 'Job not started')
  const active = count(object, 'status.active', 0)
  return current(`Job in progress. success:${succeeded}, active: ${active}, failed: ${hasFailed}`)
}
