import { type Clock, abortReason } from '../std/clock.ts'
import { Watchdog } from '../std/watchdog.ts'
import { isKubeError } from '../kube/errors.ts'
import type { KeyedQueue, QueuePriority } from './queue.ts'

/** What a pass wants: nothing until something changes, or another look after some milliseconds. */
export type PassResult =
  | { readonly do: 'rest' }
  | { readonly do: 'look-again'; readonly after: number }

/**
 * One pass over one key. What it throws is a failure: the key comes again after its back-off. How pressing it is may change
 * while it is under way.
 */
export type Reconcile = (
  key: string,
  signal: AbortSignal,
  priority: () => QueuePriority,
) => Promise<PassResult>

export interface PassOutcome {
  readonly key: string
  readonly milliseconds: number
  /** Undefined when the pass succeeded. */
  readonly error: unknown
  /** How often the key has failed in a row, this time included. */
  readonly failures: number
}

export interface WorkerOptions {
  readonly clock: Clock
  /** How many keys are worked on at a time. */
  readonly concurrency: number
  /** Milliseconds that passes under way get to end by themselves after the signal. */
  readonly grace?: number
  /** Milliseconds after which a pass is told to stop, and has failed. */
  readonly timeout?: number
  readonly passed?: (outcome: PassOutcome) => void
}

const defaultGrace = 20_000

/**
 * Works on the keys of a queue until the signal; then takes no more, and ends when the passes under way have,
 * which are told to stop after the grace. A failure of a pass concerns its key alone.
 */
export async function runWorkers(
  queue: KeyedQueue,
  reconcile: Reconcile,
  options: WorkerOptions,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  const hard = new AbortController()
  let cancel: (() => void) | undefined
  const stopLater = () => {
    cancel = options.clock.after(options.grace ?? defaultGrace, () => hard.abort(signal.reason))
  }
  signal.addEventListener('abort', stopLater, { once: true })
  try {
    const workers = Array.from({ length: options.concurrency }, () =>
      work(queue, reconcile, options, { take: signal, pass: hard.signal }),
    )
    await Promise.all(workers)
  } finally {
    signal.removeEventListener('abort', stopLater)
    cancel?.()
    queue.close()
  }
}

interface Signals {
  readonly take: AbortSignal
  readonly pass: AbortSignal
}

async function work(
  queue: KeyedQueue,
  reconcile: Reconcile,
  options: WorkerOptions,
  signals: Signals,
): Promise<void> {
  while (!signals.take.aborted) {
    let key: string
    try {
      key = await queue.take(signals.take)
    } catch (error) {
      if (signals.take.aborted) return
      throw error
    }
    await pass(key, queue, reconcile, options, signals.pass)
  }
}

async function pass(
  key: string,
  queue: KeyedQueue,
  reconcile: Reconcile,
  options: WorkerOptions,
  signal: AbortSignal,
): Promise<void> {
  const began = options.clock.monotonic()
  const priority = () => queue.priorityOf(key)
  const once: Once = (inner) => reconcile(key, inner, priority)
  const outcome = await attempt(once, options, signal)
  const isFailure = 'error' in outcome
  // Before the key may be taken again, so that a new wish is not lost under the old one.
  if (isFailure) {
    const { error } = outcome
    queue.retry(key, isKubeError(error) ? (error.retryAfter ?? 0) : 0)
  } else {
    queue.forget(key)
    if (outcome.result.do === 'look-again') queue.addAfter(key, outcome.result.after)
  }
  queue.done(key)
  options.passed?.({
    key,
    milliseconds: options.clock.monotonic() - began,
    error: isFailure ? outcome.error : undefined,
    failures: queue.failuresOf(key),
  })
}

type Attempt = { readonly result: PassResult } | { readonly error: unknown }

type Once = (signal: AbortSignal) => Promise<PassResult>

async function attempt(
  once: Once,
  { clock, timeout }: WorkerOptions,
  signal: AbortSignal,
): Promise<Attempt> {
  const dog = timeout === undefined ? undefined : new Watchdog(clock, timeout, signal)
  try {
    if (signal.aborted) throw abortReason(signal)
    return { result: await once(dog?.signal ?? signal) }
  } catch (error) {
    const reason =
      dog?.isOver === true
        ? new Error(`the pass took longer than ${timeout} ms`, { cause: error })
        : error
    // An undefined error would look like none.
    return { error: reason ?? new Error('the pass failed without an error') }
  } finally {
    dog?.stop()
  }
}
