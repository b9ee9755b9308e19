import type { Plugin } from '../../../../kinds/plugin.ts'
import type { Obstacle } from '../../../pass/obstacle.ts'

type Tried = Pick<Plugin, 'metadata' | 'spec' | 'status'>

/** How many attempts in a row have failed after one more; those of another spec do not count. */
export function failuresAfter({ metadata, status }: Tried): number {
  const isSame = status.observedGeneration === metadata.generation
  return (isSame ? (status.failures ?? 0) : 0) + 1
}

/** Whether so many attempts have failed that nothing is tried again by itself. */
export function isSpent({ spec, status }: Tried): boolean {
  const limit = spec.retry?.limit
  return limit !== undefined && (status.failures ?? 0) > limit
}

/** The obstacle that an attempt met, which is the last word when `retry.limit` is reached. */
export function withLimit(obstacle: Obstacle, plugin: Tried): Obstacle {
  const limit = plugin.spec.retry?.limit
  const failures = failuresAfter(plugin)
  if (limit === undefined || failures <= limit || obstacle.again === 'on-event') return obstacle
  const attempts = failures === 1 ? 'one attempt' : `${failures} attempts`
  const message = `${obstacle.message}; given up after ${attempts}, as retry.limit says`
  return { ...obstacle, again: 'on-change', message }
}

/** The revision that a release was rolled back to because the one after it did not work, while nothing has failed since. */
export function undoneTo({ inputs, failures }: Plugin['status']): string | undefined {
  return failures === undefined ? /^rolled-back:(\d+)$/.exec(inputs ?? '')?.[1] : undefined
}

/**
 * The attempt that a status goes on to remember although it tells of something else than its failure. It remembers none but
 * what was rolled back, and while the release is at rest a rollback that failed: only another attempt can tell of any other.
 */
export function keptAttempt(status: Plugin['status'], isSettled: boolean): string | undefined {
  const { attempted } = status
  const isRollback = isSettled && attempted?.startsWith(pinMark) === true
  return isRollback || undoneTo(status) !== undefined ? attempted : undefined
}

const pinMark = 'pin:'

/** The text that takes the place of the digest of inputs while a revision is held. */
export function pinnedInputs(revision: number): string {
  return `${pinMark}${revision}`
}
