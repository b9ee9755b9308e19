const heldPerFree = 2
const partKept = 1 / 6
const mostRemembered = 4096

/**
 * Places that are shared fairly. A share alone may hold `size` of them. There are half as many again: the more a
 * share holds the more must be free for others, and the last ones are for shares that hold none.
 */
export class FairShares {
  private readonly size: number
  private readonly all: number
  private readonly kept: number
  private readonly held = new Map<string, number>()
  private readonly servedAt = new Map<string, number>()
  private taken = 0
  private count = 0

  /** How many one share may hold, and how many there are in all. */
  constructor(size: number, all = Math.ceil(size * 1.5)) {
    this.size = size
    this.all = all
    this.kept = Number.isFinite(all) ? Math.floor(all * partKept) : 0
  }

  hasRoom(share: string): boolean {
    const free = this.all - this.taken
    const held = this.heldBy(share)
    if (held === 0) return free > 0
    return free > this.kept && held < Math.min(this.size, heldPerFree * free)
  }

  heldBy(share: string): number {
    return this.held.get(share) ?? 0
  }

  take(share: string): void {
    this.held.set(share, this.heldBy(share) + 1)
    this.servedAt.set(share, ++this.count)
    this.taken++
  }

  give(share: string): void {
    const left = this.heldBy(share) - 1
    this.taken--
    if (left > 0) this.held.set(share, left)
    else this.held.delete(share)
    // Names may be invented without end; to forget an order does no harm.
    if (this.servedAt.size > mostRemembered) this.servedAt.clear()
  }

  /** Which of those that wait, all of them with room, is served: who holds least, and of these who was served longest ago. */
  first(waiting: Iterable<string>): string | undefined {
    let best: string | undefined
    for (const share of waiting) if (best === undefined || this.isBefore(share, best)) best = share
    return best
  }

  private isBefore(one: string, other: string): boolean {
    const more = this.heldBy(one) - this.heldBy(other)
    if (more !== 0) return more < 0
    return (this.servedAt.get(one) ?? 0) < (this.servedAt.get(other) ?? 0)
  }
}
