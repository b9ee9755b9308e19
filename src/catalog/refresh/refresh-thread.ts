import type { Worker } from 'node:worker_threads'
import { SourceError, type SourceErrorCode } from '../../sources/errors.ts'
import { type Clock, abortReason } from '../../std/clock.ts'
import type { RefreshJob, RefreshOutcome } from './refresh-job.ts'

/** Brings an index up to date, wherever that is done. */
export type Refresh = (job: RefreshJob, signal: AbortSignal) => Promise<RefreshOutcome>

export interface RefreshQuestion {
  readonly id: number
  readonly job: RefreshJob
}

export interface RefreshAnswer {
  readonly id: number
  readonly outcome?: RefreshOutcome
  readonly failure?: { readonly code: SourceErrorCode | undefined; readonly message: string }
}

interface Pending {
  readonly resolve: (outcome: RefreshOutcome) => void
  readonly reject: (error: unknown) => void
}

// A thread keeps its memory: one that nobody needs for some time is ended.
const idleMilliseconds = 5000

/**
 * Parses indexes on a thread of its own, so that the thread that holds watches and leases never waits for one. The
 * thread is started when there is something to do, and costs nothing otherwise.
 */
export class RefreshThread {
  readonly #start: () => Worker
  readonly #clock: Clock
  readonly #pending = new Map<number, Pending>()
  #worker: Worker | undefined
  #cancelEnd: (() => void) | undefined
  #last = 0

  constructor(start: () => Worker, clock: Clock) {
    this.#start = start
    this.#clock = clock
  }

  readonly refresh: Refresh = (job, signal) => {
    if (signal.aborted) return Promise.reject(abortReason(signal))
    const worker = this.#take()
    const id = ++this.#last
    return new Promise<RefreshOutcome>((resolve, reject) => {
      // A running job goes on until its timeout, though its caller does not wait any more.
      const abort = () => this.#settle(id, ({ reject: refuse }) => refuse(abortReason(signal)))
      const settled = () => signal.removeEventListener('abort', abort)
      this.#pending.set(id, {
        resolve: (outcome) => (settled(), resolve(outcome)),
        reject: (error) => (settled(), reject(error)),
      })
      signal.addEventListener('abort', abort, { once: true })
      worker.postMessage({ id, job } satisfies RefreshQuestion)
    })
  }

  /** Ends the thread; what runs fails. */
  async close(): Promise<void> {
    this.#cancelEnd?.()
    const worker = this.#worker
    this.#worker = undefined
    this.#failAll(new Error('the thread for indexes was closed'))
    await worker?.terminate()
  }

  #take(): Worker {
    this.#cancelEnd?.()
    this.#cancelEnd = undefined
    if (this.#worker !== undefined) return this.#worker
    const worker = this.#start()
    worker.on('message', (answer: RefreshAnswer) => this.#answered(answer))
    worker.on('error', (error) => this.#lost(worker, error))
    worker.on('exit', () => this.#lost(worker, new Error('the thread for indexes ended')))
    this.#worker = worker
    return worker
  }

  #answered({ id, outcome, failure }: RefreshAnswer): void {
    this.#settle(id, ({ resolve, reject }) => {
      if (outcome !== undefined) resolve(outcome)
      else reject(errorOf(failure))
    })
  }

  #settle(id: number, act: (pending: Pending) => void): void {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (pending !== undefined) act(pending)
    if (this.#pending.size === 0) this.#endLater()
  }

  #endLater(): void {
    this.#cancelEnd?.()
    this.#cancelEnd = this.#clock.after(idleMilliseconds, () => {
      const worker = this.#worker
      this.#worker = undefined
      void worker?.terminate()
    })
  }

  #lost(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#failAll(error)
  }

  #failAll(error: unknown): void {
    for (const { reject } of this.#pending.values()) reject(error)
    this.#pending.clear()
  }
}

function errorOf(failure: RefreshAnswer['failure']): Error {
  if (failure?.code === undefined) return new Error(failure?.message ?? 'the thread said nothing')
  return new SourceError(failure.code, failure.message)
}
