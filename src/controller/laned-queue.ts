import type { QueuePriority } from './queue-places.ts'
import { KeyedQueue, type QueueOptions } from './queue.ts'
import { type Reconcile, type WorkerOptions, runWorkers } from './worker.ts'

interface Lane {
  readonly name: string
  readonly queue: KeyedQueue
  /** Ends its workers, once it has some. */
  end: AbortController | undefined
}

/**
 * Keys that want work, in lanes with workers of their own: where the work of one lane hangs, the others go on. A key stays in
 * its lane for as long as it is there. A lane is there while it has keys, because anybody may invent the names of lanes.
 */
export class LanedQueue {
  private readonly options: QueueOptions
  private readonly laneOf: (key: string) => string
  private readonly lanes = new Map<string, Lane>()
  private readonly depths = new Map<string, number>()
  private begin: ((lane: Lane) => void) | undefined

  constructor(options: QueueOptions, laneOf: (key: string) => string) {
    this.options = options
    this.laneOf = laneOf
    const oldest = () =>
      Math.max(0, ...[...this.lanes.values()].map(({ queue }) => queue.oldestAge))
    options.observer?.ages?.(oldest)
  }

  /** How many lanes there are. */
  get size(): number {
    return this.lanes.size
  }

  add(key: string, priority?: QueuePriority): void {
    this.lane(key).queue.add(key, priority)
  }

  /** Adds a key whose object was changed: what a pass waits for off its worker is no longer wanted. */
  addChanged(key: string, priority?: QueuePriority): void {
    // Of an object that is gone nobody knows any more in which lane its pass is.
    for (const { queue } of this.lanes.values()) queue.interrupt(key)
    this.add(key, priority)
  }

  addAfter(key: string, milliseconds: number, priority?: QueuePriority): void {
    this.lane(key).queue.addAfter(key, milliseconds, priority)
  }

  /** Works on the keys of all lanes until the signal, each lane with the concurrency that is given. */
  async run(reconcile: Reconcile, options: WorkerOptions, signal: AbortSignal): Promise<void> {
    const over = Promise.withResolvers<void>()
    const running = new Set<Promise<void>>()
    this.begin = (lane) => {
      const end = new AbortController()
      lane.end = end
      const passed: WorkerOptions['passed'] = (outcome) => {
        options.passed?.(outcome)
        this.closeIdle(lane)
      }
      const work = runWorkers(lane.queue, reconcile, { ...options, passed }, end.signal)
      running.add(work)
      work
        .catch((error: unknown) => over.reject(error))
        .finally(() => running.delete(work))
        .catch(() => {})
    }
    for (const lane of this.lanes.values()) this.begin(lane)
    const stop = () => over.resolve()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    try {
      await over.promise
    } finally {
      this.begin = undefined
      signal.removeEventListener('abort', stop)
      for (const { end } of this.lanes.values()) end?.abort(signal.reason)
    }
    await Promise.all(running)
  }

  private lane(key: string): Lane {
    const name = this.laneOf(key)
    const known = this.lanes.get(name)
    if (known !== undefined) return known
    const queue = new KeyedQueue({ ...this.options, ...this.observerOf(name) })
    const lane: Lane = { name, queue, end: undefined }
    this.lanes.set(name, lane)
    this.begin?.(lane)
    return lane
  }

  private closeIdle({ name, queue, end }: Lane): void {
    if (!queue.isIdle || this.lanes.get(name)?.queue !== queue) return
    this.lanes.delete(name)
    this.depths.delete(name)
    end?.abort(new Error(`nothing is left to do for ${name}`))
  }

  // The observer sees one queue.
  private observerOf(name: string): Pick<QueueOptions, 'observer'> {
    const { observer } = this.options
    if (observer === undefined) return {}
    const depth = (keys: number) => {
      this.depths.set(name, keys)
      observer.depth?.([...this.depths.values()].reduce((sum, one) => sum + one, 0))
    }
    const { ages: _all, ...ofLane } = observer
    return { observer: { ...ofLane, depth } }
  }
}
