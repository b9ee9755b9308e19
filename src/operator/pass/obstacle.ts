import type { Reason } from '../../kinds/conditions.ts'

/** Why a pass cannot go on, and when it may be tried again. */
export interface Obstacle {
  readonly reason: Reason
  /** For a person; never a secret. */
  readonly message: string
  /**
   * `soon`: by itself after a while; `on-event`: when a watch wakes it; `on-change`: only when somebody changes the plugin.
   */
  readonly again: 'soon' | 'on-event' | 'on-change'
  /** Whether nothing is known yet; the earlier status stays until something is. */
  readonly isUnknown?: true
}

export function isObstacle(found: object | undefined): found is Obstacle {
  return found !== undefined && 'again' in found
}

/** Whether an obstacle is over when somebody gives a right. */
export function isAboutRights(obstacle: Obstacle | undefined): boolean {
  return obstacle?.reason === 'Forbidden' && obstacle.again === 'on-event'
}
