import { type KubeObject, listAt, numberAt, readPath, textAt } from '../../objects/kube-object.ts'
import type { Json } from '../../objects/json.ts'
import { parseTime } from '../../objects/time.ts'
import type { Delays } from '../delays.ts'
import type { Action, Told } from '../engine/action.ts'
import { changedStatus, isDeleting } from '../engine/object-writing.ts'
import { readInstructions } from './behaviour.ts'
import { type ContainerPlan, planContainers } from './container-plan.ts'
import { type ContainerState, readContainerState, untouched } from './container-state.ts'
import { podStatus } from './pod-status.ts'
import {
  type ContainerEvent,
  type ContainerTimer,
  startsAgain,
  stepContainer,
} from './step-container.ts'

/** The memory of the simulated kubelet about a pod: nothing that must outlive it. */
export interface PodMemory {
  readonly timers: ReadonlyMap<string, ContainerTimer>
  /** When the containers of a deleted pod have stopped. */
  readonly stopped: number | undefined
}

export interface PodSeen {
  readonly pod: KubeObject
  readonly memory: PodMemory | undefined
  readonly delays: Delays
  /** The address of its node. */
  readonly hostIP: string
  /** The address that it gets when it has none. */
  readonly podIP: string
  /** Whether an image is on its node already. */
  readonly hasImage: (image: string) => boolean
  readonly now: number
}

export interface PodDecision {
  readonly actions: readonly Action[]
  readonly memory: PodMemory
}

const noMemory: PodMemory = { timers: new Map(), stopped: undefined }

/** Decides what the kubelet of a pod's node does next. */
export function decidePod(seen: PodSeen): PodDecision {
  const { pod, memory = noMemory } = seen
  if (textAt(pod, ['spec', 'nodeName']) === '') return { actions: [], memory }
  if (isDeleting(pod)) return stop(seen, memory)
  const phase = textAt(pod, ['status', 'phase'])
  if (phase === 'Succeeded' || phase === 'Failed') return { actions: [], memory }
  const plans = planContainers(pod, seen.delays, seen.hasImage)
  const steps = stepAll(seen, plans, memory)
  const deadline = deadlineOf(pod)
  const isLate = deadline !== undefined && deadline <= seen.now
  const status = podStatus({ ...seen, plans, states: steps.states, isLate })
  const dues = [...steps.timers.values()].map(({ due }) => due)
  const next = Math.min(...dues, deadline ?? Infinity)
  const isOver = status['phase'] === 'Succeeded' || status['phase'] === 'Failed'
  return {
    memory: { ...memory, timers: steps.timers },
    actions: [
      ...(!steps.hasMoved && isImminent(pod, next - seen.now)
        ? []
        : changedStatus('pods', pod, status)),
      ...steps.told.map((told): Action => ({ do: 'tell', told })),
      ...(next === Infinity || isOver ? [] : [lookAgain(next - seen.now)]),
    ],
  }
}

// A container that begins within a moment is not worth a status before: the real kubelet collects
// such changes too. One that has begun always is: the status alone says how far a container is, so
// it would begin again and again.
function isImminent(pod: KubeObject, wait: number): boolean {
  return wait > 0 && wait <= 150 && readPath(pod, ['status', 'containerStatuses']) === undefined
}

function lookAgain(after: number): Action {
  return { do: 'look-again', after: Math.max(1, after) }
}

interface Steps {
  readonly states: ReadonlyMap<string, ContainerState>
  readonly timers: ReadonlyMap<string, ContainerTimer>
  readonly told: readonly Told[]
  /** Whether a container is in another stage than its status says. */
  readonly hasMoved: boolean
}

/** Init containers one after the other, then all others. */
function stepAll({ pod, now }: PodSeen, plans: readonly ContainerPlan[], memory: PodMemory): Steps {
  const statuses = new Map(
    [
      ...listAt(pod, ['status', 'initContainerStatuses']),
      ...listAt(pod, ['status', 'containerStatuses']),
    ].map((status) => [textAt(status, ['name']), status] as const),
  )
  const states = new Map<string, ContainerState>()
  const timers = new Map<string, ContainerTimer>()
  const told: Told[] = []
  let mayBegin = true
  let isFirst = true
  let hasMoved = false
  for (const plan of plans) {
    const state = begun(statuses.get(plan.name), isFirst || plan.role === 'main', plans)
    isFirst = false
    if (!mayBegin) {
      states.set(plan.name, state)
      continue
    }
    const timer = memory.timers.get(plan.name)
    const step = stepContainer({ pod, plan, state, timer, now })
    states.set(plan.name, step.state)
    hasMoved ||= step.state !== state
    if (step.timer !== undefined) timers.set(plan.name, step.timer)
    told.push(...step.events.map((event) => tellOf(pod, plan, event)))
    mayBegin = plan.role === 'main' || hasPassed(plan, step.state)
  }
  return { states, timers, told, hasMoved }
}

function begun(
  status: Json | undefined,
  isShownAsCreating: boolean,
  plans: readonly ContainerPlan[],
): ContainerState {
  const state = readContainerState(status)
  if (state.stage.is !== 'waiting' || state.stage.reason !== '') return state
  const hasInit = plans.some(({ role }) => role !== 'main')
  const reason = hasInit || !isShownAsCreating ? 'PodInitializing' : 'ContainerCreating'
  return { ...untouched, stage: { is: 'waiting', reason, message: '' } }
}

/** Whether the next init container may begin. */
function hasPassed(plan: ContainerPlan, { stage, ready }: ContainerState): boolean {
  if (plan.role === 'sidecar') return stage.is === 'running' && ready
  return stage.is === 'ended' && stage.exitCode === 0 && !startsAgain(plan, stage)
}

function tellOf(pod: KubeObject, plan: ContainerPlan, event: ContainerEvent): Told {
  const list = plan.role === 'main' ? 'containers' : 'initContainers'
  return { about: pod, ...event, part: `spec.${list}{${plan.name}}` }
}

function stop(seen: PodSeen, memory: PodMemory): PodDecision {
  const { pod, now, delays } = seen
  const grace = (numberAt(pod, ['metadata', 'deletionGracePeriodSeconds']) ?? 0) * 1000
  const wanted = readInstructions(pod).stopAfter ?? delays.stop
  const stopped = memory.stopped ?? now + Math.min(wanted, grace)
  const gone: Action = { do: 'delete', in: 'pods', object: pod, graceSeconds: 0 }
  if (stopped <= now) return { actions: [gone], memory }
  const running = listAt(pod, ['status', 'containerStatuses']).filter(
    (status) => readPath(status, ['state', 'running']) !== undefined,
  )
  const killing = running.map((status): Action => {
    const name = textAt(status, ['name'])
    const message = `Stopping container ${name}`
    const part = `spec.containers{${name}}`
    return { do: 'tell', told: { about: pod, type: 'Normal', reason: 'Killing', message, part } }
  })
  return {
    actions: [...(memory.stopped === undefined ? killing : []), lookAgain(stopped - now)],
    memory: { ...memory, stopped },
  }
}

function deadlineOf(pod: KubeObject): number | undefined {
  const seconds = numberAt(pod, ['spec', 'activeDeadlineSeconds'])
  const started = parseTime(textAt(pod, ['status', 'startTime']))
  if (seconds === undefined || started === undefined) return undefined
  return started.getTime() + seconds * 1000
}
