import type { Reason } from '../../kinds/conditions.ts'

/** Why something cannot be done, and what it takes until it may be tried again. */
export interface Obstacle {
  readonly reason: Reason
  /** For a person; never a secret. */
  readonly message: string
  /**
   * By itself after a while; when something comes that we hear of; or only when somebody changes the plugin.
   */
  readonly again: 'soon' | 'on-event' | 'on-change'
  /** Whether nothing is known yet: what was told before stands until it is. */
  readonly isUnknown?: true
}

export function isObstacle(found: object | undefined): found is Obstacle {
  return found !== undefined && 'again' in found
}

/** Whether an obstacle is over when somebody gives a right. */
export function isAboutRights(obstacle: Obstacle | undefined): boolean {
  return obstacle?.reason === 'Forbidden' && obstacle.again === 'on-event'
}
