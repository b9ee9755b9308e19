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
