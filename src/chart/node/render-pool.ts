import type { Worker } from 'node:worker_threads'
import type { Clock } from '../../std/clock.ts'
import { giveWay, ownThread, takeBack } from '../../std/node/thread-priority.ts'
import { ChartError } from '../errors.ts'
import { RenderTurns } from './render-turns.ts'

export interface PoolOptions {
  /** How many threads there are at most. */
  readonly size: number
  readonly start: () => Worker
  /** A job that any thread answers at once: what comes before the answer is its start, which nobody blames a chart for. */
  readonly hello?: unknown
  /** Without it nothing is bounded in time, and no thread ends before the pool is closed. */
  readonly timing?: PoolTiming
  /** Serves a thread that gave way as all others again, if that is possible. */
  readonly takeBack?: (thread: number) => boolean
}

/** The answer of a thread to a hello. */
export interface Greeting {
  /** Its number, if its priority can be lowered. */
  readonly thread: number | undefined
}

/** The answer of this thread to a hello. */
export function greeting(): Greeting {
  return { thread: ownThread() }
}

export interface PoolTiming {
  readonly clock: Clock
  /** Milliseconds that one job may take; it then fails, and its thread is ended. */
  readonly limit: number
  /** Milliseconds that a job waits for a thread before it gets another one: each costs memory. */
  readonly patience: number
  /** Milliseconds after which a thread that nobody needs is ended, unless it is the last one. */
  readonly idle: number
}

/** The order of those that wait for a thread. */
export type RenderPriority = 'now' | 'ahead'

/** A request for a thread. */
export interface RenderTurn {
  /** Names the job in errors. */
  readonly about: string
  readonly priority: RenderPriority
  /** The share that wants it: threads are divided fairly between shares. */
  readonly share?: string
}

/** Milliseconds after which a job lets everything else go first: charts that take so long are few, and somebody's own. */
const long = 1000

/**
 * Renders charts on threads of their own, so that the thread that holds watches and leases never
 * waits for one. A job that is aborted or takes its thread down costs that thread, not the pool.
 */
export class RenderPool<Job, Answer> {
  readonly #options: PoolOptions
  readonly #idle: Idle[] = []
  readonly #waiting: Readonly<Record<RenderPriority, Waiting[]>> = { now: [], ahead: [] }
  readonly #all = new Set<Worker>()
  /** Answers of the threads that have started. */
  readonly #greetings = new WeakMap<Worker, Greeting>()
  readonly #gaveWay = new WeakSet<Worker>()
  readonly #turns: RenderTurns

  constructor(options: PoolOptions) {
    this.#options = options
    this.#turns = new RenderTurns(options.size, options.timing?.clock)
  }

  /** Has one job done; `about` names it in errors. */
  render(job: Job, about: string, signal: AbortSignal): Promise<Answer> {
    return this.talk((ask) => ask(job), { about, priority: 'now' }, signal)
  }

  /** Has several jobs done by one thread, one after the other. */
  async talk<Result>(
    talk: (ask: (job: Job) => Promise<Answer>) => Promise<Result>,
    { about, priority, share = '' }: RenderTurn,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted()
    const worker = await this.#take(priority, share, signal)
    if (signal.aborted) {
      this.#release(worker, share)
      throw signal.reason
    }
    let result: Result
    try {
      await this.#greet(worker, about, signal)
      const how = { about, timing: this.#options.timing }
      const cancel = this.#giveWayLater(worker)
      result = await talk((job) => ask<Answer>(worker, job, how, signal)).finally(cancel)
    } catch (error) {
      await this.#end(worker, share)
      throw error
    }
    if (this.#isAsBefore(worker)) this.#release(worker, share)
    else await this.#end(worker, share)
    return result
  }

  /** Ends the threads; jobs that run or wait fail. */
  async close(): Promise<void> {
    const waiting = [...this.#waiting.now.splice(0), ...this.#waiting.ahead.splice(0)]
    for (const { refuse } of waiting) refuse(closed())
    for (const { cancel } of this.#idle.splice(0)) cancel()
    const all = [...this.#all]
    this.#all.clear()
    await Promise.all(all.map((worker) => worker.terminate()))
  }

  async #greet(worker: Worker, about: string, signal: AbortSignal): Promise<void> {
    const { hello } = this.#options
    if (hello === undefined || this.#greetings.has(worker)) return
    const greeted = await ask<Greeting>(worker, hello, { about, timing: undefined }, signal)
    this.#greetings.set(worker, greeted)
  }

  #giveWayLater(worker: Worker): () => void {
    const thread = this.#greetings.get(worker)?.thread
    const { timing } = this.#options
    if (thread === undefined || timing === undefined) return () => {}
    return timing.clock.after(long, () => {
      this.#gaveWay.add(worker)
      giveWay(thread)
    })
  }

  /** Whether the next job on a thread is served as if there had been none before. */
  #isAsBefore(worker: Worker): boolean {
    const thread = this.#greetings.get(worker)?.thread
    if (thread === undefined || !this.#gaveWay.delete(worker)) return true
    return (this.#options.takeBack ?? takeBack)(thread)
  }

  async #end(worker: Worker, share: string): Promise<void> {
    this.#all.delete(worker)
    await worker.terminate()
    this.#turns.left(share)
    this.#replace()
  }

  #take(priority: RenderPriority, share: string, signal: AbortSignal): Promise<Worker> | Worker {
    const worker = this.#turns.mayTake(share) ? this.#spare(share) : undefined
    if (worker !== undefined) {
      this.#turns.took(share)
      return worker
    }
    const { size, timing } = this.#options
    const queue = this.#waiting[priority]
    return new Promise((resolve, reject) => {
      const leave = () => void queue.splice(queue.indexOf(waiting), 1)
      const abort = () => {
        leave()
        waiting.refuse(signal.reason as Error)
      }
      const later = () =>
        timing?.clock.after(this.#turns.patienceOf(share, timing.patience), () => {
          cancel = later()
          const isKeptOut = this.#turns.isKeptOut(share) && this.#all.size <= size
          const isFree = this.#all.size < size && this.#turns.mayTake(share)
          if (!isFree && !isKeptOut) return
          leave()
          waiting.serve(this.#start())
        })
      let cancel = later()
      const settled = () => {
        cancel?.()
        signal.removeEventListener('abort', abort)
      }
      const waiting: Waiting = {
        share,
        serve: (served) => {
          settled()
          this.#turns.took(share)
          resolve(served)
        },
        refuse: (error) => (settled(), reject(error)),
      }
      signal.addEventListener('abort', abort, { once: true })
      queue.push(waiting)
    })
  }

  /** A thread that has nothing to do, or a new one where that is worth its memory. */
  #spare(share: string): Worker | undefined {
    const idle = this.#idle.pop()
    if (idle !== undefined) {
      idle.cancel()
      return idle.worker
    }
    const { size, timing } = this.#options
    const isFirst = this.#all.size === 0
    const isFree = timing === undefined && this.#all.size < size
    // All threads are with others, and have been for some time: nobody waits for charts of strangers.
    const isKeptOut = timing !== undefined && this.#all.size <= size && this.#turns.isKeptOut(share)
    return isFirst || isFree || isKeptOut ? this.#start() : undefined
  }

  #start(): Worker {
    const worker = this.#options.start()
    // A caller that waits for an answer gets an error by a listener of its own. An error that
    // comes after an abort has no such listener, and must not end the process.
    worker.on('error', () => {})
    this.#all.add(worker)
    return worker
  }

  #release(worker: Worker, share: string): void {
    this.#turns.left(share)
    const next = this.#next()
    if (next !== undefined) next.serve(worker)
    else if (this.#all.has(worker)) this.#idle.push({ worker, cancel: this.#endLater(worker) })
  }

  #endLater(worker: Worker): () => void {
    const { timing } = this.#options
    if (timing === undefined) return () => {}
    return timing.clock.after(timing.idle, () => {
      if (this.#all.size <= 1) return
      this.#idle.splice(
        this.#idle.findIndex((one) => one.worker === worker),
        1,
      )
      this.#all.delete(worker)
      void worker.terminate()
    })
  }

  /** A thread is gone; whoever waited for one gets a new one. */
  #replace(): void {
    const next = this.#next()
    if (next !== undefined) next.serve(this.#start())
  }

  #next(): Waiting | undefined {
    const { now, ahead } = this.#waiting
    for (const queue of [now, ahead]) {
      const share = this.#turns.first(queue.map((one) => one.share))
      const at = queue.findIndex((one) => one.share === share)
      if (at >= 0) return queue.splice(at, 1)[0]
    }
    return undefined
  }
}

interface Idle {
  readonly worker: Worker
  readonly cancel: () => void
}

interface Waiting {
  readonly share: string
  readonly serve: (worker: Worker) => void
  readonly refuse: (error: Error) => void
}

function closed(): ChartError {
  return new ChartError('render', 'the render pool was closed')
}

function ask<Answer>(
  worker: Worker,
  job: unknown,
  { about, timing }: { readonly about: string; readonly timing: PoolTiming | undefined },
  signal: AbortSignal,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Removing all listeners at once would take Node's own along, and no later message would arrive.
    const settle = (act: () => void) => {
      cancel?.()
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      signal.removeEventListener('abort', onAbort)
      act()
    }
    const fail = (error: unknown) => settle(() => reject(error))
    const onMessage = (answer: Answer) => settle(() => resolve(answer))
    const onError = (cause: unknown) =>
      fail(new ChartError('render', `rendering ${about} failed`, { cause }))
    const onExit = () => fail(new ChartError('render', `the thread that rendered ${about} ended`))
    const onAbort = () => fail(signal.reason)
    const late = () => fail(tooLate(about, timing?.limit ?? 0))
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    signal.addEventListener('abort', onAbort, { once: true })
    const cancel = timing?.clock.after(timing.limit, late)
    worker.postMessage(job)
  })
}

function tooLate(about: string, limit: number): ChartError {
  return new ChartError('limit', `rendering ${about} took longer than ${limit / 1000} seconds`)
}
