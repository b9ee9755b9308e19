import type { QueuePriority } from '../../controller/queue-places.ts'
import type { QueueOptions } from '../../controller/queue.ts'
import type { FencedClient } from '../../controller/election/fenced-client.ts'
import type { Priority } from '../../kube/priority.ts'

const priorityOf: Readonly<Record<QueuePriority, Priority>> = {
  high: 'prompt',
  normal: 'normal',
  low: 'background',
}

/** The client whose requests have the priority of the pass that they are made in. */
export function clientWithPriority(client: FencedClient, pass: () => QueuePriority): FencedClient {
  return client.withPriority(() => priorityOf[pass()])
}

/**
 * Keeps some of the workers free for changes of users, however many changes follow from something
 * else.
 */
export function reserveWorkers(concurrency: number): Pick<QueueOptions, 'most'> {
  const kept = Math.ceil(concurrency / 6)
  return { most: { low: Math.max(1, kept), normal: Math.max(1, concurrency - kept) } }
}

/** Plugins whose last write followed from a change that concerns many, such as one of a Profile; no user waits for it. */
export class LowPriorityWrites {
  private readonly keys = new Set<string>()

  /** Call it before a plugin is written: the watch may deliver the change before the answer comes. */
  writes(key: string, priority: QueuePriority): void {
    if (priority === 'low') this.keys.add(key)
    else this.keys.delete(key)
  }

  has(key: string): boolean {
    return this.keys.has(key)
  }

  forget(key: string): void {
    this.keys.delete(key)
  }
}
