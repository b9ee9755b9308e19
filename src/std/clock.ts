/** Time as it is handed to whatever waits, so that a simulation can be its master. */
export interface Clock {
  /** Milliseconds since 1970; may jump when somebody sets the clock. */
  readonly now: () => number
  /** Milliseconds since some moment; never goes back. */
  readonly monotonic: () => number
  /** Calls after so many milliseconds; what it gives back takes that away again. */
  readonly after: (milliseconds: number, run: () => void) => () => void
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (milliseconds, run) => {
    const timer = setTimeout(run, Math.min(milliseconds, longestTimer))
    return () => clearTimeout(timer)
  },
}

// The longest delay that setTimeout can count; anything longer would fire at once.
const longestTimer = 2 ** 31 - 1

/** Waits on a clock, or rejects with the signal's reason as soon as that is given. */
export function sleepOn(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(abortReason(signal))
    const stop = () => {
      cancel()
      reject(abortReason(signal))
    }
    const cancel = clock.after(milliseconds, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Does something under a signal of its own, which is given after so many milliseconds. */
export async function withDeadline<Result>(
  clock: Clock,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  const cancel = clock.after(milliseconds, () => {
    late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  })
  try {
    return await work(late.signal)
  } finally {
    cancel()
  }
}

/** Why a signal was given, as an error. */
export function abortReason(signal: AbortSignal): Error {
  const reason: unknown = signal.reason
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason })
}
