import type { MirrorJob, MirrorOutcome, RunMirror } from '../../../../mirror/job/mirror-job.ts'
import { SourceError } from '../../../../sources/errors.ts'
import { FairGate } from '../../../../std/fair-gate.ts'

/** The last run of a Repository's mirror since the start. */
export interface MirrorState {
  /** The inputs of that run: others need another run. */
  readonly inputs: string
  readonly retry: string
  /** When it was over, in milliseconds since 1970. */
  readonly triedAt: number
  readonly outcome: Omit<MirrorOutcome, 'lock'> | undefined
  readonly failure:
    | { readonly message: string; readonly transient: boolean; readonly count: number }
    | undefined
}

/** A run that is due. */
export interface MirrorOrder {
  readonly inputs: string
  readonly retry: string
  readonly namespace: string
  readonly job: MirrorJob
}

interface Running {
  readonly inputs: string
  readonly abort: AbortController
}

export interface MirrorPorts {
  readonly run: RunMirror
  /** Keeps the lock of a run where people find it. */
  readonly keepLock: (key: string, outcome: MirrorOutcome, signal: AbortSignal) => Promise<void>
  readonly now: () => number
  /** Called when a run is over. */
  readonly ended: (key: string) => void
}

/** Mirrors of one namespace at a time; of several one more. */
const mostRuns = 1

/** Runs mirrors beside the passes, each until it is done or no longer wanted. */
export class MirrorRuns {
  private readonly ports: MirrorPorts
  private readonly running = new Map<string, Running>()
  private readonly states = new Map<string, MirrorState>()
  private readonly gate = new FairGate(mostRuns)

  constructor(ports: MirrorPorts) {
    this.ports = ports
  }

  /** The end of the last run. */
  stateOf(key: string): MirrorState | undefined {
    return this.states.get(key)
  }

  /** The inputs of the run that is under way. */
  runningOf(key: string): string | undefined {
    return this.running.get(key)?.inputs
  }

  /** Begins a run; one with other inputs is broken off. */
  begin(key: string, order: MirrorOrder, leading: AbortSignal): void {
    if (this.running.get(key)?.inputs === order.inputs) return
    this.stop(key)
    const abort = new AbortController()
    this.running.set(key, { inputs: order.inputs, abort })
    void this.carryOut(key, order, AbortSignal.any([leading, abort.signal]))
  }

  /** Breaks off a run. */
  stop(key: string): void {
    this.running.get(key)?.abort.abort(new Error('the mirror is no longer wanted'))
    this.running.delete(key)
  }

  forget(key: string): void {
    this.stop(key)
    this.states.delete(key)
  }

  private async carryOut(key: string, order: MirrorOrder, signal: AbortSignal): Promise<void> {
    const { inputs, retry, namespace, job } = order
    const before = this.states.get(key)
    const end = (result: Pick<MirrorState, 'outcome' | 'failure'>) => {
      if (signal.aborted) return
      this.running.delete(key)
      this.states.set(key, { inputs, retry, triedAt: this.ports.now(), ...result })
      this.ports.ended(key)
    }
    try {
      const outcome = await this.gate.run(namespace, signal, () => this.ports.run(job, signal))
      await this.ports.keepLock(key, outcome, signal)
      const { delta, bytes, copied } = outcome
      end({ outcome: { delta, bytes, copied }, failure: undefined })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      const transient = !(error instanceof SourceError) || error.transient
      const count = before?.inputs === inputs ? (before.failure?.count ?? 0) + 1 : 1
      end({ outcome: undefined, failure: { message, transient, count } })
    }
  }
}
