import { abortReason } from '../std/clock.ts'
import { FairTurns } from '../std/fair-turns.ts'
import { type PrioritySource, priorityNow, waitingPriorities } from './priority.ts'

/** How many requests a client has under way at a time; more only wait at the server, where none can go before another. */
export const mostUnderWay = 16
/** Places that are left to the others whatever one account asks for: its requests may be slow. */
const leftToOthers = 4
const mostPassedOver = 7

/** The one that a request is made for. */
export interface RequestShare {
  /** Requests of equal priority take turns by this name. */
  readonly of: string
  /** Whether it is somebody else's account: then some places are kept free of it. */
  readonly isOther: boolean
}

const own: RequestShare = { of: '', isOther: false }

interface Waiting {
  readonly priority: PrioritySource
  readonly share: RequestShare
  readonly go: () => void
}

/**
 * Lets so many requests of one client through at a time; the highest priority first, those of one priority by turns of those
 * that they are for, and none waits for ever.
 */
export class RequestGate {
  private readonly waiting = new Set<Waiting>()
  private readonly turns = new FairTurns<string>(mostPassedOver)
  private readonly most: number
  private readonly under = new Map<string, number>()
  /** When a share last got a place, by its name. */
  private readonly served = new Map<string, number>()
  private count = 0
  private underWay = 0

  constructor(most: number = mostUnderWay) {
    this.most = most
  }

  /** Resolves when the request may go; `leave` must be called with the same share when it has ended. */
  enter(priority: PrioritySource, signal: AbortSignal, share: RequestShare = own): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortReason(signal))
      const isFree = this.underWay < this.most && this.mayTake(share)
      if (isFree || priorityNow(priority) === 'urgent') {
        this.take(share)
        return resolve()
      }
      const stop = () => {
        this.waiting.delete(entry)
        reject(abortReason(signal))
      }
      const go = () => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const entry: Waiting = { priority, share, go }
      signal.addEventListener('abort', stop, { once: true })
      this.waiting.add(entry)
    })
  }

  leave(share: RequestShare = own): void {
    this.underWay--
    const left = this.countOf(share) - 1
    if (left > 0) this.under.set(share.of, left)
    else this.under.delete(share.of)
    while (this.underWay < this.most) {
      const next = this.next()
      if (next === undefined) break
      this.waiting.delete(next)
      this.take(next.share)
      next.go()
    }
    if (this.underWay === 0) this.served.clear()
  }

  private take({ of }: RequestShare): void {
    this.underWay++
    this.under.set(of, (this.under.get(of) ?? 0) + 1)
    this.served.set(of, ++this.count)
  }

  private countOf({ of }: RequestShare): number {
    return this.under.get(of) ?? 0
  }

  private mayTake(share: RequestShare): boolean {
    return !share.isOther || this.countOf(share) < Math.max(1, this.most - leftToOthers)
  }

  // Asked anew each time: the priority of what is waited for may have risen.
  private next(): Waiting | undefined {
    const first = new Map<string, Waiting>()
    for (const one of this.waiting) {
      if (!this.mayTake(one.share)) continue
      const priority = priorityNow(one.priority)
      const known = first.get(priority)
      if (known === undefined || this.goesBefore(one, known)) first.set(priority, one)
    }
    const turn = this.turns.next(['urgent', ...waitingPriorities].filter((one) => first.has(one)))
    return turn === undefined ? undefined : first.get(turn)
  }

  // The one with fewer requests under way, or that has waited longer for its turn; else the first that came.
  private goesBefore({ share: one }: Waiting, { share: other }: Waiting): boolean {
    if (one.of === other.of) return false
    const fewer = this.countOf(one) - this.countOf(other)
    if (fewer !== 0) return fewer < 0
    return (this.served.get(one.of) ?? 0) < (this.served.get(other.of) ?? 0)
  }
}
