import { abortReason } from '../std/clock.ts'
import { FairTurns } from '../std/fair-turns.ts'
import { type PrioritySource, priorityNow, waitingPriorities } from './priority.ts'

/** How many requests a client has under way at a time; more only wait at the server, where none can go before another. */
export const mostUnderWay = 16
const mostPassedOver = 7

interface Waiting {
  readonly priority: PrioritySource
  readonly go: () => void
}

/** Lets so many requests of one client through at a time; the highest priority first, and none waits for ever. */
export class RequestGate {
  private readonly waiting = new Set<Waiting>()
  private readonly turns = new FairTurns<string>(mostPassedOver)
  private readonly most: number
  private underWay = 0

  constructor(most: number = mostUnderWay) {
    this.most = most
  }

  /** Resolves when the request may go; `leave` must be called when it has ended. */
  enter(priority: PrioritySource, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortReason(signal))
      if (this.underWay < this.most || priorityNow(priority) === 'urgent') {
        this.underWay++
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
      const entry: Waiting = { priority, go }
      signal.addEventListener('abort', stop, { once: true })
      this.waiting.add(entry)
    })
  }

  leave(): void {
    this.underWay--
    while (this.underWay < this.most) {
      const next = this.next()
      if (next === undefined) return
      this.waiting.delete(next)
      this.underWay++
      next.go()
    }
  }

  // Asked anew each time: the priority of what is waited for may have risen.
  private next(): Waiting | undefined {
    const first = new Map<string, Waiting>()
    for (const one of this.waiting) {
      const priority = priorityNow(one.priority)
      if (!first.has(priority)) first.set(priority, one)
    }
    const turn = this.turns.next(['urgent', ...waitingPriorities].filter((one) => first.has(one)))
    return turn === undefined ? undefined : first.get(turn)
  }
}
