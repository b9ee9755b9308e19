import type { Json, JsonObject } from '../../objects/json.ts'
import { type KubeObject, readPath, textAt, uidOf } from '../../objects/kube-object.ts'
import { conditionsIn, withCondition } from '../engine/conditions.ts'
import { timeOf, withoutUndefined } from '../engine/object-writing.ts'
import type { ContainerPlan } from './container-plan.ts'
import { type ContainerState, untouched, writeStage } from './container-state.ts'
import { startsAgain } from './step-container.ts'

export interface StatusFacts {
  readonly pod: KubeObject
  readonly plans: readonly ContainerPlan[]
  readonly states: ReadonlyMap<string, ContainerState>
  readonly hostIP: string
  readonly podIP: string
  readonly now: number
  /** The pod ran for longer than it may. */
  readonly isLate: boolean
}

/** The status of a pod from where its containers stand. */
export function podStatus(facts: StatusFacts): JsonObject {
  const { pod, hostIP, now, isLate, plans } = facts
  const before = readPath(pod, ['status'])
  const phase = isLate ? 'Failed' : phaseOf(facts)
  const wasUp = textAt(before, ['podIP'])
  const isUp = wasUp !== '' || plans.some(({ name }) => hasBegun(stateOf(facts, name)))
  const usesHost = readPath(pod, ['spec', 'hostNetwork']) === true
  const podIP = isUp ? wasUp || (usesHost ? hostIP : facts.podIP) : undefined
  const inits = plans.filter(({ role }) => role !== 'main')
  return withoutUndefined({
    ...(typeof before === 'object' && before !== null ? (before as JsonObject) : {}),
    phase,
    ...(isLate && {
      reason: 'DeadlineExceeded',
      message: 'Pod was active on the node longer than the specified deadline',
    }),
    conditions: [...conditionsOf(facts, phase, isUp)],
    hostIP,
    hostIPs: [{ ip: hostIP }],
    podIP,
    podIPs: podIP === undefined ? undefined : [{ ip: podIP }],
    startTime: textAt(before, ['startTime']) || timeOf(now),
    initContainerStatuses:
      inits.length === 0 ? undefined : inits.map((plan) => containerStatus(facts, plan)),
    containerStatuses: plans
      .filter(({ role }) => role === 'main')
      .map((plan) => containerStatus(facts, plan)),
  })
}

function stateOf({ states }: StatusFacts, name: string): ContainerState {
  return states.get(name) ?? untouched
}

function hasBegun({ stage, last }: ContainerState): boolean {
  return stage.is !== 'waiting' || last !== undefined
}

function phaseOf(facts: StatusFacts): string {
  const { plans } = facts
  const isDeadEnd = (plan: ContainerPlan) => {
    const { stage } = stateOf(facts, plan.name)
    return (
      plan.role === 'init' &&
      stage.is === 'ended' &&
      stage.exitCode !== 0 &&
      !startsAgain(plan, stage)
    )
  }
  if (plans.some(isDeadEnd)) return 'Failed'
  const mains = plans
    .filter(({ role }) => role === 'main')
    .map((plan) => ({
      plan,
      state: stateOf(facts, plan.name),
    }))
  const isDone = mains.every(
    ({ plan, state }) => state.stage.is === 'ended' && !startsAgain(plan, state.stage),
  )
  if (isDone) {
    const isGood = mains.every(
      ({ state }) => state.stage.is === 'ended' && state.stage.exitCode === 0,
    )
    return isGood ? 'Succeeded' : 'Failed'
  }
  return mains.some(({ state }) => hasBegun(state)) ? 'Running' : 'Pending'
}

function conditionsOf(facts: StatusFacts, phase: string, isUp: boolean): readonly Json[] {
  const { pod, plans, now } = facts
  const isOver = phase === 'Succeeded' || phase === 'Failed'
  const initsLeft = plans.filter(
    (plan) => plan.role !== 'main' && !isInitialised(plan, stateOf(facts, plan.name)),
  )
  const unready = plans.filter((plan) => plan.role !== 'init' && !stateOf(facts, plan.name).ready)
  const initialized =
    initsLeft.length === 0 || isOver
      ? ({ type: 'Initialized', status: 'True', ...(phase === 'Succeeded' && completed) } as const)
      : ({
          type: 'Initialized',
          status: 'False',
          reason: 'ContainersNotInitialized',
          message: `containers with incomplete status: [${names(initsLeft)}]`,
        } as const)
  const readiness = isOver
    ? ({ status: 'False', reason: phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed' } as const)
    : unready.length === 0
      ? ({ status: 'True' } as const)
      : ({
          status: 'False',
          reason: 'ContainersNotReady',
          message: `containers with unready status: [${names(unready)}]`,
        } as const)
  const wanted = [
    { type: 'PodReadyToStartContainers', status: isUp && !isOver ? 'True' : 'False' } as const,
    initialized,
    { type: 'Ready', ...readiness },
    { type: 'ContainersReady', ...readiness },
    { type: 'PodScheduled', status: 'True' } as const,
  ]
  const before = conditionsIn(readPath(pod, ['status']))
  const time = timeOf(now)
  let all = before
  for (const condition of wanted) all = withCondition(all, condition, time, { lastProbeTime: null })
  const order = wanted.map(({ type }) => type)
  const place = (condition: Json) => (order.indexOf(textAt(condition, ['type'])) + 6) % 6
  return all.toSorted((a, b) => place(a) - place(b))
}

const completed = { reason: 'PodCompleted' }

function isInitialised(plan: ContainerPlan, { stage, ready }: ContainerState): boolean {
  if (plan.role === 'sidecar') return stage.is === 'running' && ready
  return stage.is === 'ended' && stage.exitCode === 0
}

function names(plans: readonly ContainerPlan[]): string {
  return plans.map(({ name }) => name).join(' ')
}

function containerStatus(facts: StatusFacts, plan: ContainerPlan): JsonObject {
  const state = stateOf(facts, plan.name)
  const { stage, last, restarts } = state
  const uid = uidOf(facts.pod)
  const isThere = hasBegun(state)
  const current = isThere ? containerId(uid, plan.name, restarts) : ''
  const isRunning = stage.is === 'running'
  return withoutUndefined({
    name: plan.name,
    state: writeStage(stage, current),
    lastState:
      last === undefined ? {} : writeStage(last, containerId(uid, plan.name, restarts - 1)),
    ready:
      plan.role === 'init'
        ? stage.is === 'ended' && stage.exitCode === 0
        : isRunning && state.ready,
    restartCount: restarts,
    image: plan.image,
    imageID: isThere ? imageId(plan.image) : '',
    containerID: isThere ? current : undefined,
    started: plan.role === 'init' ? isRunning : isRunning,
  })
}

function containerId(uid: string, name: string, restarts: number): string {
  return `containerd://${idOf(`${uid} ${name} ${restarts}`)}`
}

function imageId(image: string): string {
  const name = image.split('@')[0]?.replace(/:[^/]*$/, '') ?? image
  const digest = image.includes('@') ? image.slice(image.indexOf('@') + 1) : `sha256:${idOf(image)}`
  return `${name}@${digest}`
}

// 64 hexadecimal digits that are always the same for the same text; nothing is kept secret by them.
function idOf(text: string): string {
  let id = ''
  for (let round = 0; round < 8; round++) {
    let hash = 0x81_1c_9d_c5 ^ round
    for (let at = 0; at < text.length; at++) {
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93) >>> 0
    }
    id += hash.toString(16).padStart(8, '0')
  }
  return id
}
