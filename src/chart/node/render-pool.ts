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
  readonly #waiting: Waiting[] = []
  readonly #all = new Set<Worker>()

  constructor(size: number) {
    this.#size = size
  }

  async render(job: RenderJob, signal: AbortSignal): Promise<RenderOutcome> {
    signal.throwIfAborted()
    const worker = await this.#take(signal)
    if (signal.aborted) {
      this.#release(worker)
      throw signal.reason
    }
    try {
      const outcome = await ask(worker, job, signal)
      this.#release(worker)
      return outcome
    } catch (error) {
      this.#all.delete(worker)
      await worker.terminate()
      this.#replace()
      throw error
    }
  }

  /** Ends the threads; jobs that run or wait fail. */
  async close(): Promise<void> {
    for (const { refuse } of this.#waiting.splice(0)) refuse(closed())
    const all = [...this.#all]
    this.#all.clear()
    this.#idle.length = 0
    await Promise.all(all.map((worker) => worker.terminate()))
  }

  #take(signal: AbortSignal): Promise<Worker> | Worker {
    const idle = this.#idle.pop()
    if (idle !== undefined) return idle
    if (this.#all.size < this.#size) return this.#start()
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason as Error)
      }
      const settled = () => signal.removeEventListener('abort', abort)
      const waiting: Waiting = {
        serve: (worker) => (settled(), resolve(worker)),
        refuse: (error) => (settled(), reject(error)),
      }
      signal.addEventListener('abort', abort, { once: true })
      this.#waiting.push(waiting)
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url))
    // Whoever waits for an answer hears of an error by a listener of its own. One that comes after an
    // abort has nobody left to hear it, and must not end the process.
    worker.on('error', () => {})
    this.#all.add(worker)
    return worker
  }

  #release(worker: Worker): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#idle.push(worker)
    else next.serve(worker)
  }

  /** A thread is gone; whoever waited for one gets a new one. */
  #replace(): void {
    const next = this.#waiting.shift()
    if (next !== undefined) next.serve(this.#start())
  }
}

interface Waiting {
  readonly serve: (worker: Worker) => void
  readonly refuse: (error: Error) => void
}

function closed(): ChartError {
  return new ChartError('render', 'the render pool was closed')
}

function ask(worker: Worker, job: RenderJob, signal: AbortSignal): Promise<RenderOutcome> {
  return new Promise((resolve, reject) => {
    // Removing all listeners at once would take Node's own along, and no later message would arrive.
    const settle = (act: () => void) => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      signal.removeEventListener('abort', onAbort)
      act()
    }
    const fail = (error: unknown) => settle(() => reject(error))
    const onMessage = (outcome: RenderOutcome) => settle(() => resolve(outcome))
    const onError = (cause: unknown) =>
      fail(new ChartError('render', `rendering ${job.chart} failed`, { cause }))
    const onExit = () =>
      fail(new ChartError('render', `the thread that rendered ${job.chart} ended`))
    const onAbort = () => fail(signal.reason)
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    signal.addEventListener('abort', onAbort, { once: true })
    worker.postMessage(job)
  })
}
