import type { Plugin } from '../../kinds/plugin.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { placeOfPlugin } from '../../operator/kinds/plugin/observe.ts'
import { failuresOf } from '../../release/plan-change.ts'
import type { Plan } from '../../release/plan/plan.ts'
import { planUninstall } from '../../release/plan/plan-uninstall.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import type { PlanPorts } from './plan-context.ts'
import type { PluginPlan } from './plugin-plan.ts'

/** Plans what goes and what stays when a Plugin is deleted, by the rights of the asker. Nothing is deleted. */
export async function planOfRemoval(
  plugin: Plugin,
  { client: own, target: client = own }: PlanPorts,
  signal: AbortSignal,
): Promise<PluginPlan> {
  const place = placeOfPlugin(plugin)
  const store = new ReleaseStore({ client })
  const last = await store.last(place, signal)
  if (last === undefined) return { plan: emptyPlan(place), isOther: false }
  const deployed = await store.deployed(place, signal)
  const failed = await failuresOf(place, { store }, signal)
  const older = [...(deployed === undefined ? [] : [deployed.record]), ...failed]
  const discovery = new Discovery(client)
  const request = { target: { client, ...place }, record: last.record, older, discovery }
  const plan = await planUninstall(request, signal)
  return { plan: plugin.spec.deletion === 'orphan' ? orphaned(plan) : plan, isOther: true }
}

function emptyPlan(place: { readonly namespace: string; readonly name: string }): Plan {
  const nothing = { objects: [], hooks: [], documents: [], missingPermissions: [], warnings: [] }
  return { verb: 'uninstall', ...place, ...nothing, images: { added: [], removed: [], moved: [] } }
}

// Everything stays but the Plugin itself.
function orphaned(plan: Plan): Plan {
  const objects = plan.objects.map((one) =>
    one.action === 'prune' ? { ...one, action: 'keep' as const, problems: [] } : one,
  )
  const images = { added: [], removed: [], moved: [] }
  return { ...plan, objects, hooks: [], images, missingPermissions: [] }
}
