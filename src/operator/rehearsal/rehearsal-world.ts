import type { InstanceWorld } from '../kinds/extension-instance/world.ts'
import type { PlanWorld } from './plan-plugin.ts'

/** The parts of the world that a rehearsal can ask. */
export interface RehearsalWorld extends PlanWorld {
  readonly instances: InstanceWorld
}
