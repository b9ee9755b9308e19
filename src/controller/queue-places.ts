import { FairShares } from '../std/fair-shares.ts'

/** The order of keys; a lower one that was passed over often enough goes all the same. */
export type QueuePriority = 'high' | 'normal' | 'low'

/** All of them, the highest first. */
export const priorities: readonly QueuePriority[] = ['high', 'normal', 'low']

/** The higher of two. */
export function higher(a: QueuePriority, b: QueuePriority): QueuePriority {
  return priorities.indexOf(a) <= priorities.indexOf(b) ? a : b
}

/** Whose workers a key takes: those of its namespace. */
export function shareOf(key: string): string {
  const slash = key.indexOf('/')
  return slash < 0 ? '' : key.slice(0, slash)
}

const noLimit = 1_000_000

/** The workers that keys hold: by namespace, and by priority with all below it. */
export class QueuePlaces {
  private readonly levels: Readonly<Record<QueuePriority, FairShares>>

  /** How many keys of one namespace may be worked on at a time, of each priority and all below it. */
  constructor(most: Readonly<Partial<Record<QueuePriority, number>>>) {
    const level = (priority: QueuePriority) => new FairShares(most[priority] ?? noLimit)
    this.levels = { high: level('high'), normal: level('normal'), low: level('low') }
  }

  hasRoom(share: string, priority: QueuePriority): boolean {
    return levelsOf(priority).every((one) => this.levels[one].hasRoom(share))
  }

  take(key: string, priority: QueuePriority): void {
    for (const one of levelsOf(priority)) this.levels[one].take(shareOf(key))
  }

  give(key: string, priority: QueuePriority): void {
    for (const one of levelsOf(priority)) this.levels[one].give(shareOf(key))
  }

  /** Whose turn it is among those that wait. */
  first(waiting: Iterable<string>): string | undefined {
    return this.levels.high.first(waiting)
  }
}

// A low one counts among the normal ones and among all.
function levelsOf(priority: QueuePriority): readonly QueuePriority[] {
  return priorities.slice(0, priorities.indexOf(priority) + 1)
}
