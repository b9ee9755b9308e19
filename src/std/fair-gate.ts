import { abortReason } from './clock.ts'
import { FairShares } from './fair-shares.ts'

interface Waiting {
  readonly go: () => void
}

/** Lets so many through at a time, fairly by share: one share alone gets `size` places, and others always find some. */
export class FairGate {
  private readonly shares: FairShares
  private readonly lines = new Map<string, Set<Waiting>>()

  constructor(size: number, all?: number) {
    this.shares = new FairShares(size, all)
  }

  /** Runs something when it is this share's turn; rejects with the signal's reason when that comes before. */
  async run<T>(share: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.enter(share, signal)
    try {
      return await work()
    } finally {
      this.shares.give(share)
      this.serve()
    }
  }

  private enter(share: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortReason(signal))
      const line = this.lines.get(share) ?? new Set()
      const stop = () => {
        this.leaveLine(share, waiting)
        reject(abortReason(signal))
      }
      const waiting: Waiting = {
        go: () => {
          signal.removeEventListener('abort', stop)
          resolve()
        },
      }
      signal.addEventListener('abort', stop, { once: true })
      this.lines.set(share, line.add(waiting))
      this.serve()
    })
  }

  private serve(): void {
    for (;;) {
      const able = [...this.lines.keys()].filter((share) => this.shares.hasRoom(share))
      const share = this.shares.first(able)
      const [first] = (share !== undefined && this.lines.get(share)) || []
      if (share === undefined || first === undefined) return
      this.leaveLine(share, first)
      this.shares.take(share)
      first.go()
    }
  }

  private leaveLine(share: string, waiting: Waiting): void {
    const line = this.lines.get(share)
    line?.delete(waiting)
    if (line?.size === 0) this.lines.delete(share)
  }
}
