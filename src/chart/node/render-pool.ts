import { Worker } from 'node:worker_threads'
import { ChartError } from '../errors.ts'
import type { RenderJob, RenderOutcome } from './render-job.ts'

/**
 * Renders charts on threads of their own, so that the thread that holds watches and leases never
 * waits for one. A job that is aborted or takes its thread down costs that thread, not the pool.
 */
export class RenderPool {
  readonly #size: number
  readonly #idle: Worker[] = []
  readonly #waiting: ((worker: Worker) => void)[] = []
  readonly #all = new Set<Worker>()

  constructor(size: number) {
    this.#size = size
  }

  async render(job: RenderJob, signal: AbortSignal): Promise<RenderOutcome> {
    signal.throwIfAborted()
    const worker = await this.#take()
    try {
      const outcome = await ask(worker, job, signal)
      this.#release(worker)
      return outcome
    } catch (error) {
      this.#all.delete(worker)
      await worker.terminate()
      this.#serveWaiting()
      throw error
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.terminate()))
    this.#all.clear()
  }

  async #take(): Promise<Worker> {
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    if (this.#all.size < this.#size) return this.#start()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #start(): Worker {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url))
    this.#all.add(worker)
    return worker
  }

  #release(worker: Worker): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#idle.push(worker)
    else next(worker)
  }

  /** A thread is gone; whoever waited for one gets a new one. */
  #serveWaiting(): void {
    const next = this.#waiting.shift()
    if (next !== undefined) next(this.#start())
  }
}

function ask(worker: Worker, job: RenderJob, signal: AbortSignal): Promise<RenderOutcome> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      worker.removeAllListeners()
      signal.removeEventListener('abort', abort)
      act()
    }
    const abort = () => settle(() => reject(signal.reason as Error))
    worker.on('message', (outcome: RenderOutcome) => settle(() => resolve(outcome)))
    worker.on('error', (cause) => {
      const error = new ChartError('render', `rendering ${job.chart} failed`, { cause })
      settle(() => reject(error))
    })
    worker.on('exit', () => {
      const error = new ChartError('render', `the thread that rendered ${job.chart} ended`)
      settle(() => reject(error))
    })
    signal.addEventListener('abort', abort, { once: true })
    worker.postMessage(job)
  })
}
