import { KeyedQueue, type QueueOptions, type QueuePriority } from './queue.ts'
import { type Reconcile, type WorkerOptions, runWorkers } from './worker.ts'

/**
 * Keys that want work, in lanes with workers of their own: where the work of one lane hangs, the others go on. A key stays in
 * its lane for as long as it is there.
 */
export class LanedQueue {
  private readonly options: QueueOptions
  private readonly laneOf: (key: string) => string
  private readonly lanes = new Map<string, KeyedQueue>()
  private readonly depths = new Map<string, number>()
  private begin: ((lane: KeyedQueue) => void) | undefined

  constructor(options: QueueOptions, laneOf: (key: string) => string) {
    this.options = options
    this.laneOf = laneOf
  }

  add(key: string, priority?: QueuePriority): void {
    this.lane(key).add(key, priority)
  }

  addAfter(key: string, milliseconds: number, priority?: QueuePriority): void {
    this.lane(key).addAfter(key, milliseconds, priority)
  }

  /** Works on the keys of all lanes until the signal, each lane with the concurrency that is given. */
  async run(reconcile: Reconcile, options: WorkerOptions, signal: AbortSignal): Promise<void> {
    const over = Promise.withResolvers<void>()
    const running: Promise<void>[] = []
    this.begin = (lane) => {
      const work = runWorkers(lane, reconcile, options, signal)
      work.catch((error: unknown) => over.reject(error))
      running.push(work)
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
    }
    await Promise.all(running)
  }

  private lane(key: string): KeyedQueue {
    const name = this.laneOf(key)
    const known = this.lanes.get(name)
    if (known !== undefined) return known
    const lane = new KeyedQueue({ ...this.options, ...this.observerOf(name) })
    this.lanes.set(name, lane)
    this.begin?.(lane)
    return lane
  }

  // Whoever observes sees one queue.
  private observerOf(name: string): Pick<QueueOptions, 'observer'> {
    const { observer } = this.options
    if (observer === undefined) return {}
    const depth = (keys: number) => {
      this.depths.set(name, keys)
      observer.depth?.([...this.depths.values()].reduce((sum, one) => sum + one, 0))
    }
    return { observer: { ...observer, depth } }
  }
}
