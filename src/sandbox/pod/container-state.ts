import type { Json, JsonObject } from '../../objects/json.ts'
import { numberAt, readPath, textAt } from '../../objects/kube-object.ts'

/** Where a container stands, as its status tells. */
export type ContainerStage =
  | { readonly is: 'waiting'; readonly reason: string; readonly message: string }
  | { readonly is: 'running'; readonly since: string }
  | {
      readonly is: 'ended'
      readonly exitCode: number
      readonly reason: string
      readonly since: string
      readonly at: string
    }

export interface ContainerState {
  readonly stage: ContainerStage
  /** How its last run ended. */
  readonly last: Extract<ContainerStage, { readonly is: 'ended' }> | undefined
  readonly restarts: number
  readonly ready: boolean
}

/** A container that nobody has begun with. */
export const untouched: ContainerState = {
  stage: { is: 'waiting', reason: '', message: '' },
  last: undefined,
  restarts: 0,
  ready: false,
}

/** Reads the status of a container. */
export function readContainerState(status: Json | undefined): ContainerState {
  if (status === undefined) return untouched
  const last = stageOf(readPath(status, ['lastState']))
  return {
    stage: stageOf(readPath(status, ['state'])),
    last: last.is === 'ended' ? last : undefined,
    restarts: numberAt(status, ['restartCount']) ?? 0,
    ready: readPath(status, ['ready']) === true,
  }
}

function stageOf(state: Json | undefined): ContainerStage {
  const running = readPath(state, ['running'])
  if (running !== undefined) return { is: 'running', since: textAt(running, ['startedAt']) }
  const ended = readPath(state, ['terminated'])
  if (ended !== undefined) {
    return {
      is: 'ended',
      exitCode: numberAt(ended, ['exitCode']) ?? 0,
      reason: textAt(ended, ['reason']),
      since: textAt(ended, ['startedAt']),
      at: textAt(ended, ['finishedAt']),
    }
  }
  const reason = textAt(state, ['waiting', 'reason'])
  return { is: 'waiting', reason, message: textAt(state, ['waiting', 'message']) }
}

/** A stage as the state of a container in a status. */
export function writeStage(stage: ContainerStage, containerID: string): JsonObject {
  switch (stage.is) {
    case 'running':
      return { running: { startedAt: stage.since } }
    case 'ended':
      return {
        terminated: {
          exitCode: stage.exitCode,
          reason: stage.reason,
          startedAt: stage.since,
          finishedAt: stage.at,
          containerID,
        },
      }
    case 'waiting':
      return {
        waiting: { reason: stage.reason, ...(stage.message !== '' && { message: stage.message }) },
      }
  }
}
