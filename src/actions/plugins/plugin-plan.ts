import type { Plugin } from '../../kinds/plugin.ts'
import {
  type PlanContext,
  type PluginToPlan,
  planPlugin,
} from '../../operator/rehearsal/plan-plugin.ts'
import type { Plan } from '../../release/plan/plan.ts'
import { isKubeError } from '../../kube/errors.ts'
import { KustomizeError } from '../../kustomize/errors.ts'
import { ActionError } from '../errors.ts'
import { type PlanPorts, openPlanContext } from './plan-context.ts'

/** The changes that the operator would make for a Plugin, and whether there would be another revision. */
export interface PluginPlan {
  readonly plan: Plan
  readonly isOther: boolean
}

/** Plans what the operator would make of a Plugin that is written like this. Nothing is written. */
export async function planOfPlugin(
  plugin: Plugin,
  ports: PlanPorts,
  signal: AbortSignal,
): Promise<PluginPlan> {
  const context = await openPlanContext(ports, plugin.metadata.namespace, signal)
  return planInContext({ plugin }, context, signal)
}

/** Plans what the operator would make of a Plugin, on the cluster as it is. */
export async function planInContext(
  toPlan: PluginToPlan,
  context: PlanContext,
  signal: AbortSignal,
): Promise<PluginPlan> {
  const { gitVersion } = await context.target.discovery.serverVersion(signal)
  const now = { is: 'now', version: gitVersion } as const
  const planned = await asAction(() => planPlugin(toPlan, now, context, signal))
  if (planned.is === 'planned') return { plan: planned.plan, isOther: planned.isOther }
  throw new ActionError('blocked', `this Kubernetes cannot have it: ${planned.because.join('; ')}`)
}

/** A plan tells its failures as plain errors, whose words hold no secrets; their causes may. */
async function asAction<T>(plan: () => Promise<T>): Promise<T> {
  try {
    return await plan()
  } catch (error) {
    if (error instanceof KustomizeError) {
      throw new ActionError('refused', error.message, { cause: error })
    }
    if (!(error instanceof Error) || error.name !== 'Error') throw error
    const { cause } = error
    if (cause instanceof TypeError || cause instanceof RangeError) throw error
    const code = isKubeError(cause, 'forbidden') ? 'forbidden' : 'refused'
    throw new ActionError(code, error.message, { cause: error })
  }
}
