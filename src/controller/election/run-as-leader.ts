import type { KubeClient } from '../../kube/client.ts'
import { type Clock, abortReason, sleepOn } from '../../std/clock.ts'
import { Watchdog } from '../../std/watchdog.ts'
import { Candidate, type Holding } from './candidate.ts'
import { type Leadership, Term, momentOf } from './leadership.ts'

export interface ElectionOptions {
  readonly namespace: string
  /** Of the Lease. */
  readonly name: string
  /** Must be another one in every process, also after a restart: add something random. */
  readonly identity: string
  /** Whole seconds after which others may take the Lease; 15 by default. */
  readonly leaseSeconds?: number
  /** Milliseconds without a renewal after which we stop ourselves; must be less than the Lease. */
  readonly renewDeadline?: number
  /** Milliseconds between attempts to take or to renew. */
  readonly retryPeriod?: number
  readonly observer?: ElectionObserver
  /** The state of the Lease when it is given back: free (the default) or deleted. */
  readonly leaves?: 'free' | 'nothing'
  /** Whether a holder is known to be dead, so that nobody need wait for the end of its Lease. */
  readonly isDead?: (identity: string) => boolean
}

export interface ElectionObserver {
  readonly started?: () => void
  readonly lost?: (why: unknown) => void
  /** An attempt was not answered; there will be another. */
  readonly troubled?: (error: unknown) => void
}

interface Times {
  readonly leaseSeconds: number
  /** Milliseconds without a renewal after which the leader stops by itself; shorter than the Lease. */
  readonly renewDeadline: number
  readonly retryPeriod: number
}

const defaults: Times = { leaseSeconds: 15, renewDeadline: 10_000, retryPeriod: 2000 }
const jitter = 0.2

/**
 * Does the work while we lead, as often as we come to lead, until the signal; then gives the Lease back and rejects with the
 * signal's reason. Ends earlier when the work itself ends or fails.
 *
 * The work must stop when its leadership says so. Its signal is given `renewDeadline` after the last renewal was *sent*; the
 * Lease can be taken `leaseSeconds` after that renewal was *seen* by another, which is later. The difference is the time
 * the work has to stop, and the drift that the two clocks may have.
 */
export async function runAsLeader(
  client: KubeClient,
  options: ElectionOptions,
  work: (leadership: Leadership) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const times = checkedTimes(options)
  const { observer = {} } = options
  const durationSeconds = times.leaseSeconds
  const candidate = new Candidate(client, { ...options, durationSeconds })
  for (;;) {
    const term = await becomeLeader(client, { candidate, times }, observer, signal)
    observer.started?.()
    const isOver = await lead(client, { candidate, term, times, observer }, work, signal)
    if (signal.aborted) throw abortReason(signal)
    if (isOver) return
    observer.lost?.(term.signal.reason)
  }
}

function checkedTimes(options: ElectionOptions): Times {
  const times = {
    leaseSeconds: options.leaseSeconds ?? defaults.leaseSeconds,
    renewDeadline: options.renewDeadline ?? defaults.renewDeadline,
    retryPeriod: options.retryPeriod ?? defaults.retryPeriod,
  }
  const { leaseSeconds, renewDeadline, retryPeriod } = times
  if (!Number.isInteger(leaseSeconds) || leaseSeconds < 1) {
    throw new RangeError(`a lease lasts whole seconds, not ${leaseSeconds}`)
  }
  if (renewDeadline >= leaseSeconds * 1000 || retryPeriod * (1 + jitter) >= renewDeadline) {
    const found = `${leaseSeconds * 1000} > ${renewDeadline} > ${retryPeriod}`
    throw new RangeError(
      `wanted lease > renew deadline > ${1 + jitter} × retry period, found ${found}`,
    )
  }
  return times
}

async function becomeLeader(
  client: KubeClient,
  { candidate, times }: { readonly candidate: Candidate; readonly times: Times },
  observer: ElectionObserver,
  signal: AbortSignal,
): Promise<Term> {
  for (;;) {
    const sent = momentOf(client.clock)
    const attempt = await tryInTime(client.clock, candidate, times.renewDeadline, signal)
    if (signal.aborted) throw abortReason(signal)
    if (attempt === 'ours') {
      const term = new Term(client.clock, times.renewDeadline, sent)
      if (!term.isOver) return term
    } else if (typeof attempt === 'object') observer.troubled?.(attempt.error)
    const pause = times.retryPeriod * (1 + jitter * client.random())
    await sleepOn(client.clock, pause, signal)
  }
}

interface Reign {
  readonly candidate: Candidate
  readonly term: Term
  readonly times: Times
  readonly observer: ElectionObserver
}

// Says whether the work is over; otherwise the lead was lost.
async function lead(
  client: KubeClient,
  { candidate, term, times, observer }: Reign,
  work: (leadership: Leadership) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  const stop = () => term.lose('told to stop')
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const renewing = keepRenewing(client, { candidate, term, times, observer })
  try {
    await work(term)
    return !term.signal.aborted
  } catch (error) {
    // An error of work that was asked to stop is no failure.
    if (!term.signal.aborted) throw error
    return false
  } finally {
    signal.removeEventListener('abort', stop)
    const wasHeld = !term.signal.aborted || signal.aborted
    term.lose('the work has ended')
    await renewing
    // Only now: nobody may lead while our work still runs.
    if (wasHeld) await giveBack(client, candidate, times, observer)
  }
}

async function keepRenewing(client: KubeClient, reign: Reign): Promise<void> {
  const { candidate, term, times, observer } = reign
  const { clock } = client
  while (!term.signal.aborted) {
    const woke = await sleepOn(clock, times.retryPeriod, term.signal).then(
      () => true,
      () => false,
    )
    if (!woke) return
    const sent = momentOf(clock)
    const attempt = await tryInTime(clock, candidate, times.renewDeadline, term.signal)
    if (attempt === 'ours') term.renew(sent)
    else if (attempt === 'taken') term.lose('somebody else took the lease')
    else if (typeof attempt === 'object' && !term.signal.aborted) observer.troubled?.(attempt.error)
  }
}

type Attempt = Holding | { readonly error: unknown }

async function tryInTime(
  clock: Clock,
  candidate: Candidate,
  patience: number,
  signal: AbortSignal,
): Promise<Attempt> {
  const dog = new Watchdog(clock, patience, signal)
  try {
    return await candidate.tryToHold(dog.signal)
  } catch (error) {
    return { error }
  } finally {
    dog.stop()
  }
}

async function giveBack(
  { clock }: KubeClient,
  candidate: Candidate,
  { renewDeadline }: Times,
  observer: ElectionObserver,
): Promise<void> {
  // The caller's signal has been given; the Lease is given back all the same, in bounded time.
  const dog = new Watchdog(clock, renewDeadline, new AbortController().signal)
  try {
    await candidate.release(dog.signal)
  } catch (error) {
    observer.troubled?.(error)
  } finally {
    dog.stop()
  }
}
