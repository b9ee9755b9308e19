import { type QueuePriority, higher, shareOf } from './queue-places.ts'

interface Line {
  /** Passes that waited off their worker and go on before new ones begin. */
  readonly back: Set<string>
  /** Since when each key waits, in order. */
  readonly fresh: Map<string, number>
}

type HasRoom = (share: string, priority: QueuePriority) => boolean

/** The next one to run: a pass that goes on, or a key that is new. */
export type NextKey =
  | { readonly is: 'back'; readonly key: string }
  | { readonly is: 'fresh'; readonly key: string; readonly since: number }

/** Keys that wait for a worker: by priority, and in lines by namespace. */
export class WaitingKeys {
  private readonly lines: Readonly<Record<QueuePriority, Map<string, Line>>> = {
    high: new Map(),
    normal: new Map(),
    low: new Map(),
  }
  private readonly priorityOf = new Map<string, QueuePriority>()
  private readonly backAt = new Map<string, QueuePriority>()

  /** How many new keys wait. */
  get size(): number {
    return this.priorityOf.size
  }

  /** Since when the key waits that waits longest. */
  get oldest(): number | undefined {
    const lines = Object.values(this.lines).flatMap((line) => [...line.values()])
    const times = lines.flatMap(({ fresh }) => [...fresh.values()])
    return times.length === 0 ? undefined : times.reduce((one, other) => Math.min(one, other))
  }

  /** Whether a pass waits that was off its worker. */
  get hasBack(): boolean {
    return this.backAt.size > 0
  }

  /** A key that waits already moves up, never down, and keeps the time since when it waits. */
  add(key: string, priority: QueuePriority, now: number): void {
    const current = this.priorityOf.get(key)
    if (current !== undefined && higher(current, priority) === current) return
    const since = current === undefined ? now : (this.line(key, current).fresh.get(key) ?? now)
    if (current !== undefined) this.remove(key, current, 'fresh')
    this.line(key, priority).fresh.set(key, since)
    this.priorityOf.set(key, priority)
  }

  back(key: string, priority: QueuePriority): void {
    this.line(key, priority).back.add(key)
    this.backAt.set(key, priority)
  }

  noLongerBack(key: string): void {
    const priority = this.backAt.get(key)
    if (priority === undefined) return
    this.backAt.delete(key)
    this.remove(key, priority, 'back')
  }

  /** The namespaces that wait at a priority and have room. */
  sharesOf(priority: QueuePriority, only: 'back' | 'any', hasRoom: HasRoom): readonly string[] {
    const found: string[] = []
    for (const [share, { back }] of this.lines[priority])
      if ((only === 'any' || back.size > 0) && hasRoom(share, priority)) found.push(share)
    return found
  }

  shift(share: string, priority: QueuePriority, only: 'back' | 'any'): NextKey | undefined {
    const line = this.lines[priority].get(share)
    if (line === undefined) return undefined
    for (const key of line.back) {
      this.noLongerBack(key)
      return { is: 'back', key }
    }
    if (only === 'back') return undefined
    for (const [key, since] of line.fresh) {
      this.priorityOf.delete(key)
      this.remove(key, priority, 'fresh')
      return { is: 'fresh', key, since }
    }
    return undefined
  }

  private line(key: string, priority: QueuePriority): Line {
    const share = shareOf(key)
    const known = this.lines[priority].get(share)
    if (known !== undefined) return known
    const line: Line = { back: new Set(), fresh: new Map() }
    this.lines[priority].set(share, line)
    return line
  }

  private remove(key: string, priority: QueuePriority, from: 'back' | 'fresh'): void {
    const share = shareOf(key)
    const line = this.lines[priority].get(share)
    if (line === undefined) return
    line[from].delete(key)
    if (line.back.size === 0 && line.fresh.size === 0) this.lines[priority].delete(share)
  }
}
