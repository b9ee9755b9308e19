import type { StepReport } from '../../../expansion/carry-out/carry-out.ts'
import type { Finding, Reason } from '../../../kinds/conditions.ts'
import type { Expansion } from '../../../kinds/expansion.ts'
import type { Json } from '../../../objects/json.ts'
import type { DesiredStatus } from '../../pass/apply-status.ts'
import type { Decision } from './decide.ts'

/** How far the work on an Expansion is. */
export interface Progress {
  readonly steps: readonly StepReport[]
  readonly bytes: number
  readonly totalBytes: number
}

/** The end of a carrying out. */
export interface Completed {
  readonly digest: string
  readonly version: string
  readonly inputs: string
  readonly retry: string
  readonly clusters: readonly PassedCluster[]
}

export interface PassedCluster {
  readonly name: string
  readonly state: 'Passed' | 'OptedOut'
  readonly waiting: readonly string[]
  /** Parts that its provider takes to its machines. */
  readonly forMachines?: readonly string[]
}

interface StatusInput {
  readonly expansion: Expansion
  readonly ready: Finding['status']
  readonly stalled: Finding['status']
  readonly reason: Reason
  readonly message: string
  readonly progress?: Progress
  readonly completed?: Completed
}

const longestMessage = 4096

/** The status of an Expansion. The result of the time before stays while the next is under way. */
export function statusOf(input: StatusInput): DesiredStatus {
  const { expansion, ready, stalled, reason, progress, completed } = input
  const observedGeneration = expansion.metadata.generation
  const message = input.message.slice(0, longestMessage)
  const about = { reason, message, observedGeneration } as const
  const isWorking = ready !== 'True' && stalled !== 'True'
  const findings: readonly Finding[] = [
    { type: 'Ready', status: ready, ...about },
    { type: 'Reconciling', status: isWorking ? 'True' : 'False', ...about },
    { type: 'Stalled', status: stalled, ...about },
  ]
  const { conditions: _conditions, observedGeneration: _generation, ...before } = expansion.status
  return {
    findings,
    fields: { ...before, ...progressFields(progress), ...doneFields(completed) },
  }
}

function progressFields(progress: Progress | undefined): Readonly<Record<string, Json>> {
  if (progress === undefined) return {}
  const steps = progress.steps.map(({ name, state, message }) => ({
    name,
    state,
    message: message.slice(0, longestMessage),
  }))
  return { steps, bytes: progress.bytes, totalBytes: progress.totalBytes }
}

function doneFields(completed: Completed | undefined): Readonly<Record<string, Json>> {
  if (completed === undefined) return {}
  const { digest, version, inputs, retry, clusters } = completed
  return {
    digest,
    version,
    inputs,
    ...(retry === '' ? {} : { retried: retry }),
    clusters: clusters.map(({ name, state, waiting }) => ({ name, state, waiting: [...waiting] })),
  }
}

/** The status of a pass that carries nothing out; a pass that did has told all of it already. */
export function restingStatus(expansion: Expansion, decision: Decision): DesiredStatus | undefined {
  switch (decision.do) {
    case 'suspend': {
      const message = 'left as it is until suspend goes'
      const about = { ready: 'True', stalled: 'False', reason: 'Suspended', message } as const
      return statusOf({ expansion, ...about })
    }
    case 'refuse': {
      const { message } = decision
      const about = { ready: 'False', stalled: 'True', reason: 'InvalidSpec', message } as const
      return statusOf({ expansion, ...about })
    }
    case 'ask-for-access': {
      const { message } = decision
      const reason = 'CredentialsMissing'
      return statusOf({ expansion, ready: 'False', stalled: 'True', reason, message })
    }
    case 'forget':
    case 'rest':
    case 'carry-out':
      return undefined
  }
}
