import type { ControllerMetrics } from '../../controller/metrics.ts'
import { longestHold } from '../../controller/passes-under-way.ts'
import type { PassOutcome, WorkerOptions } from '../../controller/worker.ts'

interface Observers {
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: PassOutcome) => void
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
      passed?.(outcome)
    },
    ...(metrics === undefined ? {} : { tracker: metrics.tracker(controller) }),
  }
}
