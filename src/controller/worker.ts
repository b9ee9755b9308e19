import { type Clock, abortReason } from '../std/clock.ts'
import { isKubeError } from '../kube/errors.ts'
import { PassSignal } from './pass-signal.ts'
import type { PassTracker } from './passes-under-way.ts'
import type { QueuePriority } from './queue-places.ts'
import type { KeyedQueue } from './queue.ts'

/**
 * The result of a pass: rest until something changes, or look again after some milliseconds. `failed` is the reason for which
 * its object is not as it should be: the pass has done its work.
 */
export type PassResult =
  | { readonly do: 'rest'; readonly failed?: string }
  | { readonly do: 'look-again'; readonly after: number; readonly failed?: string }
  /** It met something that may be over soon: the key comes again after its back-off, as after a failure. */
  | { readonly do: 'again-soon'; readonly because: string }

/** When a wait ends that a pass has left its worker for, once the workers are to end: now, or with the passes. */
export type StopsOffWorker = 'at-once' | 'with-grace'

/** The requests that a pass may make to the worker that it holds. */
export interface Turn {
  /** Names the pass among those of its controller. */
  readonly id: string
  /** The priority of the pass, which may rise while it is under way. */
  readonly priority: () => QueuePriority
  /**
   * Waits for something and holds no worker meanwhile; the key stays with this pass. When its
   * object is changed, the whole pass is aborted. The wait needs a deadline of its own.
   */
  readonly offWorker: <T>(
    stops: StopsOffWorker,
    wait: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>
}

/**
 * One pass over one key. An error that it throws is a failure: the key comes again after its
 * back-off.
 */
export type Reconcile = (key: string, signal: AbortSignal, turn: Turn) => Promise<PassResult>

export interface PassOutcome {
  readonly key: string
  /** Names the pass among those of its controller. */
  readonly id?: string
  readonly milliseconds: number
  /** Why the pass failed, or could not do what it wanted to; undefined when it did. */
  readonly error: unknown
  /** The reason for which its object is not as it should be, although the pass has done its work. */
  readonly failed?: string
  /** How often the key has come again after its back-off in a row, this time included. */
  readonly failures: number
}

export interface WorkerOptions {
  readonly clock: Clock
  /** How many keys of one namespace are worked on at a time; of several namespaces half as many again. */
  readonly concurrency: number
  /** Milliseconds that passes under way get to end by themselves after the signal. */
  readonly grace?: number
  /** Milliseconds that a pass may hold a worker at a stretch: it is then aborted, and has failed. */
  readonly timeout?: number
  readonly passed?: (outcome: PassOutcome) => void
  readonly tracker?: PassTracker
}

const defaultGrace = 20_000

/**
 * Works on the keys of a queue until the signal; then takes no more, and ends when the passes under way have,
 * which are aborted after the grace. A failure of a pass concerns its key alone.
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
  queue.limit(options.concurrency)
  try {
    let count = 0
    const nextId = () => String(++count)
    const work = { queue, reconcile, options, signal, hard, nextId }
    await takeAll(queue, (key) => pass(key, work), signal)
  } finally {
    signal.removeEventListener('abort', stopLater)
    cancel?.()
    queue.close()
  }
}

// The queue gives out no more keys than may be worked on.
async function takeAll(
  queue: KeyedQueue,
  run: (key: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const broken = new AbortController()
  const either = AbortSignal.any([signal, broken.signal])
  const running = new Set<Promise<void>>()
  while (!either.aborted) {
    const key = await queue.take(either).catch((error: unknown) => {
      if (!either.aborted) throw error
      return undefined
    })
    if (key === undefined) break
    const passing = run(key)
      .catch((error: unknown) => broken.abort(error))
      .finally(() => running.delete(passing))
    running.add(passing)
  }
  await Promise.all(running)
  if (broken.signal.aborted) throw abortReason(broken.signal)
}

interface Work {
  readonly queue: KeyedQueue
  readonly reconcile: Reconcile
  readonly options: WorkerOptions
  /** No more is wanted. */
  readonly signal: AbortSignal
  /** Passes must end. */
  readonly hard: AbortController
  /** Numbers passes. */
  readonly nextId: () => string
}

async function pass(key: string, work: Work): Promise<void> {
  const { queue, options } = work
  const began = options.clock.monotonic()
  options.tracker?.moved(key, 'worker')
  const id = work.nextId()
  const outcome = await attempt(key, id, work)
  options.tracker?.ended(key)
  const error = errorIn(outcome)
  // Before the key may be taken again, so that a new request is not lost under the old one.
  if (error !== undefined) queue.retry(key, isKubeError(error) ? (error.retryAfter ?? 0) : 0)
  else {
    queue.forget(key)
    if ('result' in outcome && outcome.result.do === 'look-again')
      queue.addAfter(key, outcome.result.after)
  }
  queue.done(key)
  options.passed?.({
    key,
    id,
    milliseconds: options.clock.monotonic() - began,
    error,
    ...failedIn(outcome),
    failures: queue.failuresOf(key),
  })
}

type Attempt = { readonly result: PassResult } | { readonly error: unknown }

function failedIn(outcome: Attempt): Pick<PassOutcome, 'failed'> {
  if (!('result' in outcome) || outcome.result.do === 'again-soon') return {}
  return outcome.result.failed === undefined ? {} : { failed: outcome.result.failed }
}

function errorIn(outcome: Attempt): unknown {
  if ('error' in outcome) return outcome.error
  return outcome.result.do === 'again-soon' ? new Error(outcome.result.because) : undefined
}

async function attempt(key: string, id: string, work: Work): Promise<Attempt> {
  const { reconcile, options, hard } = work
  const ending = new PassSignal(options.clock, options.timeout, hard.signal)
  ending.holds()
  try {
    if (ending.signal.aborted) throw abortReason(ending.signal)
    const turn = { id, ...turnOf(key, ending, work) }
    return { result: await reconcile(key, ending.signal, turn) }
  } catch (error) {
    // The change of the object has put the key into the queue again.
    if (ending.isChanged) return { result: { do: 'rest' } }
    const isOver = ending.signal.aborted && !hard.signal.aborted && !work.signal.aborted
    const reason = isOver ? new Error(abortReason(ending.signal).message, { cause: error }) : error
    // An undefined error would look like none.
    return { error: reason ?? new Error('the pass failed without an error') }
  } finally {
    ending.stop()
  }
}

function turnOf(
  key: string,
  ending: PassSignal,
  { queue, options, signal }: Work,
): Omit<Turn, 'id'> {
  // A pass may wait for several things together: the first leaves the worker, the last comes back.
  let waits = 0
  const leave = () => {
    if (waits++ > 0) return
    ending.waits()
    options.tracker?.moved(key, 'off-worker')
    queue.leaveWorker(key, () => ending.changed())
  }
  const comeBack = async () => {
    if (--waits > 0) return
    await queue.comeBack(key, ending.signal)
    options.tracker?.moved(key, 'worker')
    ending.holds()
  }
  return {
    priority: () => queue.priorityOf(key),
    offWorker: async (stops, wait) => {
      leave()
      // Nothing is lost by a wait that ends too early; only the end of a pass may have something to put right.
      const forget = stops === 'at-once' ? ending.alsoBy(signal) : () => {}
      try {
        return await wait(ending.signal)
      } finally {
        forget()
        await comeBack()
      }
    },
  }
}
