import { type Json, type JsonObject, isJsonObject } from '../json.ts'
import { conditionOf, listAt, numberAt, readPath, textAt } from '../kube-object.ts'

/** Why a pod is not ready. */
export interface PodProblem {
  /** A word, Kubernetes' own where it has one. */
  readonly reason: string
  readonly message: string
  /** The container it is about. */
  readonly container?: string
  /** The reasons of events that tell more, the most telling first. */
  readonly events: readonly string[]
  /** Which run of the container ended badly, so that its log tells more. */
  readonly log?: 'previous' | 'current'
}

/** Why a pod is not ready; undefined when it is, or has done what it should. */
export function podProblem(pod: JsonObject): PodProblem | undefined {
  const phase = textAt(pod, ['status', 'phase'])
  if (phase === 'Succeeded') return undefined
  if (textAt(pod, ['metadata', 'deletionTimestamp']) !== '')
    return { reason: 'Terminating', message: 'the pod is being deleted', events: goneEvents }
  return (
    unscheduled(pod) ??
    containersOf(pod).map(containerProblem).find(isProblem) ??
    phaseProblem(pod, phase)
  )
}

function unscheduled(pod: JsonObject): PodProblem | undefined {
  const scheduled = conditionOf(pod, 'PodScheduled')
  if (scheduled?.status !== 'False') return undefined
  const reason = scheduled.reason || 'Unschedulable'
  return { reason, message: scheduled.message, events: ['FailedScheduling'] }
}

interface Container {
  readonly name: string
  readonly status: JsonObject
  readonly isInit: boolean
}

function containersOf(pod: JsonObject): readonly Container[] {
  const read = (field: string, isInit: boolean): readonly Container[] =>
    listAt(pod, ['status', field])
      .filter(isJsonObject)
      .map((status) => ({ name: textAt(status, ['name']), status, isInit }))
  return [...read('initContainerStatuses', true), ...read('containerStatuses', false)]
}

function containerProblem({ name, status, isInit }: Container): PodProblem | undefined {
  const problem =
    waitingProblem(status) ?? terminatedProblem(status, isInit) ?? runningProblem(status, isInit)
  return problem === undefined ? undefined : { ...problem, container: name }
}

function waitingProblem(status: JsonObject): PodProblem | undefined {
  const waiting = readPath(status, ['state', 'waiting'])
  if (waiting === undefined) return undefined
  const reason = textAt(waiting, ['reason']) || 'Waiting'
  const message = textAt(waiting, ['message'])
  // These only say that something else comes first.
  if (reason === 'PodInitializing') return undefined
  if (reason === 'ContainerCreating') return { reason, message, events: creationEvents }
  if (reason !== 'CrashLoopBackOff') return { reason, message, events: ['Failed', 'InspectFailed'] }
  const ended = readPath(status, ['lastState', 'terminated'])
  const restarts = numberAt(status, ['restartCount']) ?? 0
  const times = restarts === 1 ? '1 restart' : `${restarts} restarts`
  return {
    reason: textAt(ended, ['reason']) === 'OOMKilled' ? 'OOMKilled' : reason,
    message: ended === undefined ? message : `${describeEnd(ended)}, ${times}`,
    events: ['BackOff', 'Unhealthy'],
    ...(ended === undefined ? {} : { log: 'previous' }),
  }
}

function terminatedProblem(status: JsonObject, isInit: boolean): PodProblem | undefined {
  const ended = readPath(status, ['state', 'terminated'])
  if (ended === undefined) return undefined
  const code = numberAt(ended, ['exitCode']) ?? 0
  if (code === 0 && isInit) return undefined
  const reason = textAt(ended, ['reason']) || 'Terminated'
  const how = code === 0 ? {} : { log: 'current' as const }
  return { reason, message: describeEnd(ended), events: ['BackOff', 'Failed'], ...how }
}

function runningProblem(status: JsonObject, isInit: boolean): PodProblem | undefined {
  if (readPath(status, ['state', 'running']) === undefined) return undefined
  if (isInit)
    return readPath(status, ['started']) === true
      ? undefined
      : { reason: 'Initializing', message: 'the init container is running', events: [] }
  if (readPath(status, ['ready']) === true) return undefined
  const hasStarted = readPath(status, ['started']) !== false
  return hasStarted
    ? { reason: 'NotReady', message: 'the readiness probe does not succeed', events: ['Unhealthy'] }
    : { reason: 'NotStarted', message: 'the startup probe does not succeed', events: ['Unhealthy'] }
}

function phaseProblem(pod: JsonObject, phase: string): PodProblem | undefined {
  const message = textAt(pod, ['status', 'message'])
  if (phase === 'Failed') {
    const reason = textAt(pod, ['status', 'reason']) || 'Failed'
    return { reason, message: message || 'the pod has failed', events: ['Evicted', 'Failed'] }
  }
  if (phase === 'Running') {
    const ready = conditionOf(pod, 'Ready')
    if (ready === undefined || ready.status === 'True') return undefined
    return {
      reason: ready.reason || 'NotReady',
      message: ready.message,
      events: ['NodeNotReady', 'Unhealthy'],
    }
  }
  return {
    reason: phase || 'Pending',
    message: message || 'the pod has not started',
    events: creationEvents,
  }
}

const goneEvents = ['FailedKillPod', 'NodeNotReady']

const creationEvents = [
  'FailedMount',
  'FailedAttachVolume',
  'FailedCreatePodSandBox',
  'NetworkNotReady',
]

function describeEnd(ended: Json): string {
  const reason = textAt(ended, ['reason'])
  const code = numberAt(ended, ['exitCode'])
  const signal = numberAt(ended, ['signal'])
  const how = signal === undefined ? `exit code ${code ?? 'unknown'}` : `signal ${signal}`
  const said = textAt(ended, ['message']).trim().split('\n').at(-1) ?? ''
  const why = reason === '' || reason === 'Error' ? `ended with ${how}` : `${reason} (${how})`
  return said === '' ? why : `${why}: ${said}`
}

function isProblem(problem: PodProblem | undefined): boolean {
  return problem !== undefined
}
