import { fieldOf, type Json, type JsonObject } from '../../../objects/json.ts'
import { conditionsOf, listAt, numberAt, readPath, textAt } from '../../../objects/kube-object.ts'
import { ageOf } from '../../registry/table.ts'

/** How a pod is, in two words: how many containers are ready, and what it is doing. */
export function podState(pod: JsonObject): { readonly ready: string; readonly reason: string } {
  const statuses = listAt(pod, ['status', 'containerStatuses'])
  const total = listAt(pod, ['spec', 'containers']).length
  const ready = statuses.filter((status) => fieldOf(status, 'ready') === true).length
  return { ready: `${ready}/${total}`, reason: reasonOf(pod, statuses) }
}

function reasonOf(pod: JsonObject, statuses: readonly Json[]): string {
  if (textAt(pod, ['metadata', 'deletionTimestamp']) !== '') return 'Terminating'
  const init = initReason(pod)
  if (init !== undefined) return init
  const gated = conditionsOf(pod).find(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  )
  if (gated !== undefined) return 'SchedulingGated'
  let reason = textAt(pod, ['status', 'reason']) || textAt(pod, ['status', 'phase'])
  for (const status of statuses.toReversed()) {
    reason = waitingReason(status) ?? endedReason(status) ?? reason
  }
  const runs = statuses.some((status) => readPath(status, ['state', 'running']) !== undefined)
  return reason === 'Completed' && runs ? 'Running' : reason
}

function waitingReason(status: Json): string | undefined {
  return textAt(status, ['state', 'waiting', 'reason']) || undefined
}

function endedReason(status: Json): string | undefined {
  const ended = readPath(status, ['state', 'terminated'])
  if (ended === undefined) return undefined
  const reason = textAt(ended, ['reason'])
  if (reason !== '') return reason
  const signal = numberAt(ended, ['signal']) ?? 0
  return signal === 0 ? `ExitCode:${numberAt(ended, ['exitCode']) ?? 0}` : `Signal:${signal}`
}

/** The first init container that is not done says why the pod does not run yet. */
function initReason(pod: JsonObject): string | undefined {
  const statuses = listAt(pod, ['status', 'initContainerStatuses'])
  const total = listAt(pod, ['spec', 'initContainers']).length
  for (const [at, status] of statuses.entries()) {
    if (numberAt(status, ['state', 'terminated', 'exitCode']) === 0) continue
    if (fieldOf(status, 'started') === true) continue
    const ended = endedReason(status)
    if (ended !== undefined) return `Init:${ended}`
    const waiting = waitingReason(status)
    if (waiting !== undefined && waiting !== 'PodInitializing') return `Init:${waiting}`
    return `Init:${at}/${total}`
  }
  return undefined
}

/** How often containers were started again, and when last. */
export function podRestarts(pod: JsonObject, now: Date): string {
  const statuses = listAt(pod, ['status', 'containerStatuses'])
  const restarts = statuses.reduce<number>(
    (sum, status) => sum + (numberAt(status, ['restartCount']) ?? 0),
    0,
  )
  const ends = statuses.map((status) => textAt(status, ['lastState', 'terminated', 'finishedAt']))
  const last = ends
    .filter((end) => end !== '')
    .toSorted()
    .at(-1)
  return restarts === 0 || last === undefined
    ? String(restarts)
    : `${restarts} (${ageOf(last, now)} ago)`
}
