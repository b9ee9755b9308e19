import type { InstanceReads } from '../kinds/extension-instance/context.ts'
import type { PlanContext } from './plan-plugin.ts'

/** Everything that a rehearsal can read and write. */
export interface RehearsalContext extends PlanContext {
  readonly instances: InstanceReads
}
