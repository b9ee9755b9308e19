import type { FencedClient } from '../../controller/election/fenced-client.ts'
import type { ControllerMetrics } from '../../controller/metrics.ts'
import { longestHold } from '../../controller/passes-under-way.ts'
import type { QueueOptions } from '../../controller/queue.ts'
import type { PassOutcome, WorkerOptions } from '../../controller/worker.ts'

/** The outcome of a pass, and of which controller it was. */
export interface ControllerPass extends PassOutcome {
  readonly controller: string
}

interface Observers {
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: ControllerPass) => void
}

/**
 * The options that the workers of all our controllers share: the observer of passes, and how long a
 * pass may hold a worker.
 */
export function passOptions(
  controller: string,
  { metrics, passed }: Observers,
): Pick<WorkerOptions, 'passed' | 'timeout' | 'tracker'> {
  const measured = metrics?.passed(controller)
  return {
    timeout: longestHold,
    passed: (outcome) => {
      measured?.(outcome)
      passed?.({ ...outcome, controller })
    },
    ...(metrics === undefined ? {} : { tracker: metrics.tracker(controller) }),
  }
}

/** The options that the queues of all our controllers share: clock, chance and the observer of keys that wait. */
export function queueOptions(
  controller: string,
  {
    client: { clock, random },
    metrics,
  }: { readonly client: FencedClient; readonly metrics?: ControllerMetrics },
): QueueOptions {
  const observer = metrics?.queue(controller)
  return { clock, random, ...(observer === undefined ? {} : { observer }) }
}

/** Resolves when a part that runs until the signal has ended by it; a part that fails before rejects. */
export async function untilOver(running: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await running
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
