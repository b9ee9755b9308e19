import { type BackoffPolicy, backoffDelay } from '../std/backoff.ts'
import { type Clock, abortReason } from '../std/clock.ts'
import { Turns } from '../std/turns.ts'

/** Who goes first; a lower one that was passed over often enough goes all the same. */
export type QueuePriority = 'high' | 'normal' | 'low'

/** What may be told of a queue while it works. */
export interface QueueObserver {
  /** How many keys wait. */
  readonly depth?: (keys: number) => void
  /** How many milliseconds a key waited. */
  readonly waited?: (milliseconds: number) => void
  readonly retried?: () => void
}

export interface QueueOptions {
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  /** Between the attempts of one key that fails. */
  readonly backoff?: BackoffPolicy
  /** Attempts of all failing keys together: a second, and at once. */
  readonly retryLimit?: { readonly perSecond: number; readonly burst: number }
  /** How many keys of a priority and of those below may be worked on at a time, so that workers are left for the others. */
  readonly most?: Readonly<Partial<Record<QueuePriority, number>>>
  readonly observer?: QueueObserver
}

const defaultBackoff: BackoffPolicy = { first: 10, most: 300_000 }
const defaultRetryLimit = { perSecond: 10, burst: 100 }
const mostPassedOver = 7
const priorities: readonly QueuePriority[] = ['high', 'normal', 'low']

/**
 * Keys that want work. A key is in it once, however often it is added; it is worked on by one worker at a time,
 * and a key that is added meanwhile comes again afterwards.
 */
export class KeyedQueue {
  private readonly options: QueueOptions
  /** Since when each key waits, in order, by priority. */
  private readonly waiting: Readonly<Record<QueuePriority, Map<string, number>>> = {
    high: new Map(),
    normal: new Map(),
    low: new Map(),
  }
  private readonly working = new Map<string, QueuePriority>()
  private readonly begun: Record<QueuePriority, number> = { high: 0, normal: 0, low: 0 }
  private readonly turns = new Turns<QueuePriority>(mostPassedOver)
  private readonly dirty = new Map<string, QueuePriority>()
  private readonly later = new Map<string, { readonly at: number; readonly cancel: () => void }>()
  private readonly failures = new Map<string, number>()
  private readonly takers: ((key: string) => void)[] = []
  private retryTokens: number
  private retryFilledAt: number

  constructor(options: QueueOptions) {
    this.options = options
    this.retryTokens = (options.retryLimit ?? defaultRetryLimit).burst
    this.retryFilledAt = options.clock.monotonic()
  }

  /** How many keys wait; those that wait for their time are not among them. */
  get size(): number {
    return priorities.reduce((sum, priority) => sum + this.waiting[priority].size, 0)
  }

  /** Whether no key waits, is worked on or comes again by itself. */
  get isIdle(): boolean {
    return this.size === 0 && this.working.size === 0 && this.later.size === 0
  }

  add(key: string, priority: QueuePriority = 'normal'): void {
    const current = this.working.get(key)
    if (current !== undefined) {
      const already = this.dirty.get(key)
      this.dirty.set(key, already === undefined ? priority : higher(already, priority))
      // What is under way stands in the way of what comes: it is as pressing.
      this.move(key, current, higher(current, priority))
      return
    }
    this.enqueue(key, priority)
    this.options.observer?.depth?.(this.size)
    this.serve()
  }

  /** How pressing a key is that is worked on; it may become more so. */
  priorityOf(key: string): QueuePriority {
    return this.working.get(key) ?? 'normal'
  }

  /** Adds a key after some milliseconds; the sooner of two such wishes counts. A pass begun meanwhile cancels it. */
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
    const { backoff = defaultBackoff, random, observer } = this.options
    const failures = this.failures.get(key) ?? 0
    this.failures.set(key, failures + 1)
    observer?.retried?.()
    const own = backoffDelay(failures, backoff, random())
    const wait = Math.max(1, own, atLeast, this.reserveRetry())
    this.addAfter(key, wait, this.priorityOf(key))
  }

  /** The key succeeded: its next failure is a first one. */
  forget(key: string): void {
    this.failures.delete(key)
  }

  /** How often a key has failed in a row. */
  failuresOf(key: string): number {
    return this.failures.get(key) ?? 0
  }

  /** The next key; `done` must be called for it. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<string> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortReason(signal))
      const key = this.next()
      if (key !== undefined) return resolve(key)
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
    })
  }

  /** The work on a key has ended, well or not. */
  done(key: string): void {
    const ended = this.working.get(key)
    if (ended !== undefined) this.begun[ended]--
    this.working.delete(key)
    const priority = this.dirty.get(key)
    this.dirty.delete(key)
    if (priority !== undefined) this.add(key, priority)
    this.serve()
  }

  /** Takes all timers away. */
  close(): void {
    for (const { cancel } of this.later.values()) cancel()
    this.later.clear()
  }

  private enqueue(key: string, priority: QueuePriority): void {
    const current = priorities.find((each) => this.waiting[each].has(key))
    if (current === undefined) {
      this.waiting[priority].set(key, this.options.clock.monotonic())
    } else if (higher(current, priority) !== current) {
      const since = this.waiting[current].get(key) ?? this.options.clock.monotonic()
      this.waiting[current].delete(key)
      this.waiting[priority].set(key, since)
    }
  }

  private serve(): void {
    for (let taker = this.takers[0]; taker !== undefined; taker = this.takers[0]) {
      const key = this.next()
      if (key === undefined) return
      this.takers.shift()
      taker(key)
    }
  }

  private next(): string | undefined {
    const able = priorities.filter((one) => this.waiting[one].size > 0 && this.hasRoom(one))
    const priority = this.turns.next(able)
    if (priority === undefined) return undefined
    for (const [key, since] of this.waiting[priority]) {
      this.waiting[priority].delete(key)
      this.begin(key, priority, since)
      this.options.observer?.depth?.(this.size)
      return key
    }
    return undefined
  }

  private hasRoom(priority: QueuePriority): boolean {
    const atLeast = priorities.slice(0, priorities.indexOf(priority) + 1)
    return atLeast.every((one) => this.begunUpTo(one) < (this.options.most?.[one] ?? Infinity))
  }

  private begunUpTo(priority: QueuePriority): number {
    const upTo = priorities.slice(priorities.indexOf(priority))
    return upTo.reduce((sum, one) => sum + this.begun[one], 0)
  }

  private move(key: string, from: QueuePriority, to: QueuePriority): void {
    if (from === to) return
    this.begun[from]--
    this.begun[to]++
    this.working.set(key, to)
    this.serve()
  }

  private begin(key: string, priority: QueuePriority, since: number): void {
    this.working.set(key, priority)
    this.begun[priority]++
    this.later.get(key)?.cancel()
    this.later.delete(key)
    this.options.observer?.waited?.(this.options.clock.monotonic() - since)
  }

  // Milliseconds until all failing keys together may try once more.
  private reserveRetry(): number {
    const { perSecond, burst } = this.options.retryLimit ?? defaultRetryLimit
    const now = this.options.clock.monotonic()
    const gained = ((now - this.retryFilledAt) / 1000) * perSecond
    this.retryTokens = Math.min(burst, this.retryTokens + gained) - 1
    this.retryFilledAt = now
    return this.retryTokens >= 0 ? 0 : Math.ceil((-this.retryTokens / perSecond) * 1000)
  }
}

function higher(a: QueuePriority, b: QueuePriority): QueuePriority {
  return priorities.indexOf(a) <= priorities.indexOf(b) ? a : b
}
