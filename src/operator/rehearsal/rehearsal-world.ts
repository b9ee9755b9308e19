import type { InstanceWorld } from '../extension-instance/world.ts'
import type { PlanWorld } from './plan-plugin.ts'

/** What a rehearsal can ask. */
export interface RehearsalWorld extends PlanWorld {
  readonly instances: InstanceWorld
}
