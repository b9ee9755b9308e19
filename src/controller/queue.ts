import type { BackoffPolicy } from '../std/backoff.ts'
import { type Clock, abortReason } from '../std/clock.ts'
import { FairTurns } from '../std/fair-turns.ts'
import { QueuePlaces, type QueuePriority, higher, priorities, shareOf } from './queue-places.ts'
import { RetryBackoff, type RetryLimit } from './retry-backoff.ts'
import { WaitingKeys } from './waiting-keys.ts'

/** The figures of a queue that an observer gets while it works. */
export interface QueueObserver {
  /** How many keys wait. */
  readonly depth?: (keys: number) => void
  /** How many milliseconds a key waited. */
  readonly waited?: (milliseconds: number) => void
  readonly retried?: () => void
  /** How many milliseconds the key that waits longest has waited, whenever somebody asks; 0 when none waits. */
  readonly ages?: (oldest: () => number) => void
}

export interface QueueOptions {
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  /** Between the attempts of one key that fails. */
  readonly backoff?: BackoffPolicy
  /** Attempts of all failing keys together. */
  readonly retryLimit?: RetryLimit
  /** How many keys of a priority and of those below a namespace may have worked on at a time, so that workers are left for the others. */
  readonly most?: Readonly<Partial<Record<QueuePriority, number>>>
  readonly observer?: QueueObserver
}

/** A key that is worked on. */
interface Working {
  priority: QueuePriority
  /** Where its pass is: on a worker, off it, or back in the line for a worker. */
  place: 'worker' | 'off-worker' | { readonly go: () => void }
  /** Ends what the pass waits for off its worker. */
  interrupt: (() => void) | undefined
  isInterrupted: boolean
}

const mostPassedOver = 7
/** Of one namespace. */
const mostOffWorker = 64

/**
 * Keys that want work. A key is in it once, however often it is added; it is worked on by one worker at a time,
 * and a key that is added meanwhile comes again afterwards. Workers are shared fairly by namespace, the part of a key
 * before its slash. A pass that has to wait for something leaves its worker: that one is free for others, its key is not.
 */
export class KeyedQueue {
  private readonly options: QueueOptions
  private readonly waiting = new WaitingKeys()
  /** How many passes of each namespace wait without a worker. */
  private readonly offWorker = new Map<string, number>()
  /** Passes that wait on their worker because too many of their namespace wait off theirs. */
  private readonly crowded = new Map<string, string>()
  private readonly working = new Map<string, Working>()
  private readonly turns = new FairTurns<QueuePriority>(mostPassedOver)
  private readonly dirty = new Map<string, QueuePriority>()
  private readonly later = new Map<string, { readonly at: number; readonly cancel: () => void }>()
  private readonly retries: RetryBackoff
  private readonly takers: ((key: string) => void)[] = []
  private places: QueuePlaces
  private isClosed = false

  constructor(options: QueueOptions) {
    this.options = options
    this.places = new QueuePlaces(options.most ?? {})
    this.retries = new RetryBackoff(options)
    options.observer?.ages?.(() => this.oldestAge)
  }

  /** How many milliseconds the key that waits longest has waited; 0 when none waits, or nobody works any more. */
  get oldestAge(): number {
    const { oldest } = this.waiting
    return oldest === undefined || this.isClosed ? 0 : this.options.clock.monotonic() - oldest
  }

  /** How many keys wait; those that wait for their time are not among them. */
  get size(): number {
    return this.waiting.size
  }

  /** Whether no key waits, is worked on or comes again by itself. */
  get isIdle(): boolean {
    return this.size === 0 && this.working.size === 0 && this.later.size === 0
  }

  /** Says how many keys of one namespace are worked on at a time, whatever their priority. To be called before any is taken. */
  limit(most: number): void {
    this.places = new QueuePlaces({ ...this.options.most, high: most })
  }

  add(key: string, priority: QueuePriority = 'normal'): void {
    const current = this.working.get(key)
    if (current !== undefined) {
      const already = this.dirty.get(key)
      this.dirty.set(key, already === undefined ? priority : higher(already, priority))
      // A pass under way holds its key back, so it takes the higher of the two priorities.
      this.move(key, current, higher(current.priority, priority))
      return
    }
    this.waiting.add(key, priority, this.options.clock.monotonic())
    this.options.observer?.depth?.(this.size)
    this.serve()
  }

  /** Adds a key whose object was changed: what a pass waits for off its worker, or will, is then no longer wanted. */
  addChanged(key: string, priority: QueuePriority = 'normal'): void {
    // Before: what begins now is what is wanted now.
    this.interrupt(key)
    this.add(key, priority)
  }

  /** Ends what the pass of a key waits for off its worker, or will wait for. */
  interrupt(key: string): void {
    const current = this.working.get(key)
    if (current === undefined) return
    current.isInterrupted = true
    current.interrupt?.()
  }

  /** The priority of a key that is worked on; it may rise. */
  priorityOf(key: string): QueuePriority {
    return this.working.get(key)?.priority ?? 'normal'
  }

  /** Adds a key after some milliseconds; the sooner of two such requests counts. A pass begun meanwhile cancels it. */
  addAfter(key: string, milliseconds: number, priority: QueuePriority = 'normal'): void {
    if (milliseconds <= 0) return this.add(key, priority)
    const at = this.options.clock.monotonic() + milliseconds
    const known = this.later.get(key)
    if (known !== undefined && known.at <= at) return
    known?.cancel()
    const cancel = this.options.clock.after(milliseconds, () => {
      this.later.delete(key)
      this.add(key, priority)
    })
    this.later.set(key, { at, cancel })
  }

  /** The key failed: adds it after its back-off, or after what the other side asked for when that is longer. */
  retry(key: string, atLeast = 0): void {
    this.options.observer?.retried?.()
    this.addAfter(key, Math.max(this.retries.failed(key), atLeast), this.priorityOf(key))
  }

  /** The key succeeded: its next failure is a first one. */
  forget(key: string): void {
    this.retries.forget(key)
  }

  /** How often a key has failed in a row. */
  failuresOf(key: string): number {
    return this.retries.failuresOf(key)
  }

  /** The next key; `done` must be called for it. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortReason(signal))
      const stop = () => {
        this.takers.splice(this.takers.indexOf(taker), 1)
        reject(abortReason(signal))
      }
      const taker = (taken: string) => {
        signal.removeEventListener('abort', stop)
        resolve(taken)
      }
      signal.addEventListener('abort', stop, { once: true })
      this.takers.push(taker)
      this.serve()
    })
  }

  /** The pass of a key gives its worker back while it waits; `interrupt` is called when the object is changed meanwhile, or was. */
  leaveWorker(key: string, interrupt: () => void): void {
    const current = this.working.get(key)
    if (current === undefined) return
    const share = shareOf(key)
    // Each pass that waits takes memory: beyond so many, those of a namespace wait where they are.
    if (this.offWorkerOf(share) < mostOffWorker) this.leavePlace(key, current, 'off-worker')
    else this.crowded.set(key, share)
    current.interrupt = interrupt
    if (current.isInterrupted) interrupt()
    this.serve()
  }

  /** Resolves when there is a worker for the pass again; rejects with the signal's reason. */
  comeBack(key: string, signal: AbortSignal): Promise<void> {
    const current = this.working.get(key)
    if (current === undefined) return Promise.resolve()
    current.interrupt = undefined
    this.crowded.delete(key)
    if (current.place === 'worker') return Promise.resolve()
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortReason(signal))
      const stop = () => {
        this.waiting.noLongerBack(key)
        current.place = 'off-worker'
        reject(abortReason(signal))
      }
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      signal.addEventListener('abort', stop, { once: true })
      current.place = { go }
      this.waiting.back(key, current.priority)
      this.serve()
    })
  }

  /** The work on a key has ended, well or not. */
  done(key: string): void {
    const ended = this.working.get(key)
    if (ended !== undefined) this.leavePlace(key, ended, 'nowhere')
    this.working.delete(key)
    this.crowded.delete(key)
    const priority = this.dirty.get(key)
    this.dirty.delete(key)
    if (priority !== undefined) this.add(key, priority)
    this.serve()
  }

  /** Takes all timers away: nobody works on its keys any more. */
  close(): void {
    this.isClosed = true
    for (const { cancel } of this.later.values()) cancel()
    this.later.clear()
  }

  private serve(): void {
    for (;;) {
      const only = this.takers.length === 0 ? 'back' : 'any'
      if (only === 'back' && !this.waiting.hasBack) return
      const hasRoom = (share: string, priority: QueuePriority) =>
        this.places.hasRoom(share, priority)
      const able = priorities.filter((one) => this.waiting.sharesOf(one, only, hasRoom).length > 0)
      const priority = this.turns.next(able)
      if (priority === undefined) return
      const share = this.places.first(this.waiting.sharesOf(priority, only, hasRoom))
      const next = share === undefined ? undefined : this.waiting.shift(share, priority, only)
      if (next === undefined) return
      if (next.is === 'back') this.goOn(next.key)
      else this.begin(next.key, priority, next.since)
    }
  }

  private goOn(key: string): void {
    const current = this.working.get(key)
    if (current === undefined || typeof current.place === 'string') return
    const { go } = current.place
    this.leavePlace(key, current, 'nowhere')
    current.place = 'worker'
    this.places.take(key, current.priority)
    go()
  }

  private begin(key: string, priority: QueuePriority, since: number): void {
    const taker = this.takers.shift()
    this.working.set(key, {
      priority,
      place: 'worker',
      interrupt: undefined,
      isInterrupted: false,
    })
    this.places.take(key, priority)
    this.later.get(key)?.cancel()
    this.later.delete(key)
    this.options.observer?.waited?.(this.options.clock.monotonic() - since)
    this.options.observer?.depth?.(this.size)
    taker?.(key)
  }

  private leavePlace(key: string, current: Working, to: 'off-worker' | 'nowhere'): void {
    const share = shareOf(key)
    if (current.place === 'worker') this.places.give(key, current.priority)
    else {
      this.waiting.noLongerBack(key)
      this.offWorker.set(share, this.offWorkerOf(share) - 1)
      if (this.offWorkerOf(share) === 0) this.offWorker.delete(share)
      this.makeRoom(share)
    }
    if (to === 'nowhere') return
    current.place = to
    this.offWorker.set(share, this.offWorkerOf(share) + 1)
  }

  // A place off the workers is free: one that waits on a worker of that namespace takes it.
  private makeRoom(share: string): void {
    for (const [key, its] of this.crowded) {
      const current = this.working.get(key)
      if (its !== share || current === undefined) continue
      this.crowded.delete(key)
      this.leavePlace(key, current, 'off-worker')
      return
    }
  }

  private offWorkerOf(share: string): number {
    return this.offWorker.get(share) ?? 0
  }

  private move(key: string, current: Working, to: QueuePriority): void {
    const from = current.priority
    if (from === to) return
    current.priority = to
    if (current.place === 'worker') {
      this.places.give(key, from)
      this.places.take(key, to)
    } else if (current.place !== 'off-worker') {
      this.waiting.noLongerBack(key)
      this.waiting.back(key, to)
    }
    this.serve()
  }
}
