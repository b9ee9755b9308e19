import { type KubeObject, nameOf, namespaceOf, uidOf } from '../../objects/kube-object.ts'
import { parseTime } from '../../objects/time.ts'
import { timeOf } from '../engine/object-writing.ts'
import { type ContainerPlan, isCured } from './container-plan.ts'
import type { ContainerStage, ContainerState } from './container-state.ts'

/** When the stage of a container is over. Statuses count seconds; what is shorter is remembered here. */
export interface ContainerTimer {
  /** The stage that it is about; another one has a time of its own. */
  readonly stage: string
  readonly due: number
  /** How often its image could not be pulled. */
  readonly pulls: number
}

export interface ContainerEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
}

export interface ContainerStep {
  readonly state: ContainerState
  readonly timer: ContainerTimer | undefined
  readonly events: readonly ContainerEvent[]
}

/** The facts that one step looks at. */
export interface ContainerSeen {
  readonly pod: KubeObject
  readonly plan: ContainerPlan
  readonly state: ContainerState
  readonly timer: ContainerTimer | undefined
  readonly now: number
}

// The kubelet's own numbers: ten seconds, doubled each time, at most five minutes.
const firstBackoff = 10_000
const mostBackoff = 300_000
/** How long a failed pull or an end is shown before the kubelet backs off. */
const shownFor = 1500
const startsAgainAfter = 1000

/** Takes a container as far as it gets by now. */
export function stepContainer(seen: ContainerSeen): ContainerStep {
  const { state, now } = seen
  const stage = nameStage(state)
  const known = seen.timer?.stage === stage ? seen.timer : undefined
  const pulls = seen.timer?.pulls ?? 0
  const due = known === undefined ? dueOf(seen, pulls) : known.due
  const events = known === undefined ? eventsOnEntry(seen) : []
  if (due === undefined) return { state, timer: { stage, due: Infinity, pulls }, events }
  if (due > now) return { state, timer: { stage, due, pulls }, events }
  const next = nextStep(seen, pulls)
  const after = stepContainer({ ...seen, state: next.state, timer: next.timer })
  return { ...after, events: [...events, ...next.events, ...after.events] }
}

/** The name that distinguishes one stage from the next. */
function nameStage({ stage, restarts, ready }: ContainerState): string {
  const detail = stage.is === 'waiting' ? stage.reason : stage.is === 'running' ? ready : ''
  return `${stage.is} ${detail} ${restarts}`
}

/** When the stage ends that a container is in; undefined when it does not end by itself. */
function dueOf({ plan, state, now }: ContainerSeen, pulls: number): number | undefined {
  const { stage, restarts } = state
  switch (stage.is) {
    case 'waiting':
      if (stage.reason === 'ErrImagePull') return now + shownFor
      if (stage.reason === 'InvalidImageName') return undefined
      if (stage.reason === 'ImagePullBackOff') return now + backoff(pulls - 1)
      if (stage.reason === 'CrashLoopBackOff') {
        return since(state.last?.at, now) + backoff(restarts - 1)
      }
      return now + plan.pullsFor
    case 'running': {
      const ready = state.ready || plan.readyAfter === 'never' ? Infinity : plan.readyAfter
      const ends = isEndless(plan, restarts) ? Infinity : (plan.runsFor ?? Infinity)
      const soonest = Math.min(ready, ends)
      return soonest === Infinity ? undefined : since(stage.since, now) + soonest
    }
    case 'ended':
      if (!startsAgain(plan, stage)) return undefined
      return now + (restarts === 0 ? startsAgainAfter : shownFor)
  }
}

/** A container that was cured of crashing runs on, where it is one that runs on. */
function isEndless(plan: ContainerPlan, restarts: number): boolean {
  return isCured(plan, restarts) && plan.restarts === 'always'
}

export function startsAgain(plan: ContainerPlan, stage: ContainerStage): boolean {
  if (stage.is !== 'ended' || plan.restarts === 'never') return false
  return plan.restarts === 'always' || stage.exitCode !== 0
}

// A simulator that was stopped meanwhile has no memory; then the status says since when, to the second.
function since(time: string | undefined, now: number): number {
  const moment = parseTime(time ?? '')?.getTime() ?? now
  return now - moment < 1000 ? now : moment
}

function backoff(attempt: number): number {
  return Math.min(mostBackoff, firstBackoff * 2 ** Math.max(0, attempt))
}

function eventsOnEntry({ pod, plan, state }: ContainerSeen): readonly ContainerEvent[] {
  const { stage } = state
  const image = JSON.stringify(plan.image)
  if (stage.is !== 'waiting') return []
  switch (stage.reason) {
    case 'ErrImagePull':
      return [
        warning('Failed', `Failed to pull image ${image}: ${missingText(plan.image)}`),
        warning('Failed', 'Error: ErrImagePull'),
      ]
    case 'ImagePullBackOff':
      return [
        normal('BackOff', `Back-off pulling image ${image}`),
        warning('Failed', 'Error: ImagePullBackOff'),
      ]
    case 'InvalidImageName':
      return [warning('InspectFailed', stage.message), warning('Failed', 'Error: InvalidImageName')]
    case 'CrashLoopBackOff': {
      const where = `${nameOf(pod)}_${namespaceOf(pod)}(${uidOf(pod)})`
      return [
        warning('BackOff', `Back-off restarting failed container ${plan.name} in pod ${where}`),
      ]
    }
    default:
      if (plan.imageState === 'invalid' || plan.isPulled) return []
      return [normal('Pulling', `Pulling image ${image}`)]
  }
}

function nextStep(seen: ContainerSeen, pulls: number): ContainerStep {
  const { plan, state } = seen
  const { stage } = state
  switch (stage.is) {
    case 'waiting':
      return begin(seen, pulls)
    case 'running':
      return goOn(seen)
    case 'ended':
      if (state.restarts === 0) return start(seen, [alreadyThere(plan)])
      return waitLonger(seen, stage)
  }
}

function begin(seen: ContainerSeen, pulls: number): ContainerStep {
  const { pod, plan, state } = seen
  const reason = state.stage.is === 'waiting' ? state.stage.reason : ''
  const image = JSON.stringify(plan.image)
  if (reason === 'CrashLoopBackOff') return start(seen, [alreadyThere(plan)])
  if (reason === 'ErrImagePull') {
    const message = `Back-off pulling image ${image}: ErrImagePull: ${missingText(plan.image)}`
    return waiting(state, 'ImagePullBackOff', message, pulls)
  }
  if (plan.imageState === 'missing' && pulls < plan.failures) {
    const again = reason === 'ImagePullBackOff' ? [normal('Pulling', `Pulling image ${image}`)] : []
    const step = waiting(state, 'ErrImagePull', missingText(plan.image), pulls + 1)
    return { ...step, events: again }
  }
  if (plan.imageState === 'invalid') {
    const message = `Failed to apply default image tag ${image}: couldn't parse image name ${image}: invalid reference format`
    return waiting(state, 'InvalidImageName', message, pulls)
  }
  if (plan.isPulled) return start(seen, [alreadyThere(plan)])
  const [took, size] = [plan.pullsFor, sizeOf(nameOf(pod), plan.image)]
  const pulled = `Successfully pulled image ${image} in ${took}ms (${took}ms including waiting). Image size: ${size} bytes.`
  return start(seen, [normal('Pulled', pulled)])
}

function goOn({ plan, state, now }: ContainerSeen): ContainerStep {
  const { stage, restarts } = state
  if (stage.is !== 'running') return { state, timer: undefined, events: [] }
  const begun = since(stage.since, now)
  const isReadyFirst =
    !state.ready &&
    plan.readyAfter !== 'never' &&
    (plan.runsFor === undefined || isEndless(plan, restarts) || plan.readyAfter < plan.runsFor)
  if (isReadyFirst) {
    const left = isEndless(plan, restarts) ? undefined : plan.runsFor
    const ready = { ...state, ready: true }
    if (left === undefined) {
      return { state: ready, timer: undefined, events: [] }
    }
    const due = Math.max(begun, now - plan.readyAfter) + left
    return { state: ready, timer: { stage: nameStage(ready), due, pulls: 0 }, events: [] }
  }
  const exitCode = isCured(plan, restarts) ? 0 : plan.exitCode
  const reason = exitCode === 0 ? 'Completed' : plan.oom ? 'OOMKilled' : 'Error'
  const ended = { is: 'ended', exitCode, reason, since: stage.since, at: timeOf(now) } as const
  return { state: { ...state, stage: ended, ready: false }, timer: undefined, events: [] }
}

function waitLonger(
  { pod, plan, state }: ContainerSeen,
  ended: Extract<ContainerStage, { readonly is: 'ended' }>,
): ContainerStep {
  const seconds = backoff(state.restarts - 1) / 1000
  const wait = seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`
  const where = `${nameOf(pod)}_${namespaceOf(pod)}(${uidOf(pod)})`
  const message = `back-off ${wait} restarting failed container=${plan.name} pod=${where}`
  return waiting({ ...state, last: ended }, 'CrashLoopBackOff', message, 0)
}

function waiting(
  state: ContainerState,
  reason: string,
  message: string,
  pulls: number,
): ContainerStep {
  const next = { ...state, stage: { is: 'waiting', reason, message } as const, ready: false }
  return { state: next, timer: { stage: '', due: 0, pulls }, events: [] }
}

function start(seen: ContainerSeen, before: readonly ContainerEvent[]): ContainerStep {
  const { plan, state, now } = seen
  const { stage } = state
  const ended = stage.is === 'ended' ? stage : state.last
  const hasRun = ended !== undefined
  return {
    state: {
      stage: { is: 'running', since: timeOf(now) },
      last: ended,
      restarts: state.restarts + (hasRun ? 1 : 0),
      // A container without a probe is ready when it runs.
      ready: plan.readyAfter === 0,
    },
    timer: undefined,
    events: [
      ...before,
      normal('Created', `Created container: ${plan.name}`),
      normal('Started', `Started container ${plan.name}`),
    ],
  }
}

function alreadyThere({ image }: ContainerPlan): ContainerEvent {
  return normal('Pulled', `Container image ${JSON.stringify(image)} already present on machine`)
}

function missingText(image: string): string {
  const name = image.split(/[@:](?!.*\/)/)[0] ?? image
  return `failed to pull and unpack image ${JSON.stringify(image)}: failed to resolve reference ${JSON.stringify(image)}: ${name}: not found`
}

// Some size that is always the same for the same image.
function sizeOf(_pod: string, image: string): number {
  let sum = 0
  for (const character of image) sum = (sum * 31 + character.charCodeAt(0)) % 90_000_000
  return 10_000_000 + sum
}

function normal(reason: string, message: string): ContainerEvent {
  return { type: 'Normal', reason, message }
}

function warning(reason: string, message: string): ContainerEvent {
  return { type: 'Warning', reason, message }
}
