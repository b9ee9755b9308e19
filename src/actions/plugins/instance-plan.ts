import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import {
  desiredPlugin,
  secretNameOf,
} from '../../operator/kinds/extension-instance/desired-plugin.ts'
import { parameterProblems } from '../../operator/kinds/extension-instance/parameters/parameter-problems.ts'
import { takesSecrets } from '../../operator/kinds/extension-instance/parameters/takes-secrets.ts'
import { resourceOf as watchedResource } from '../../operator/pass/watched-objects.ts'
import { type ValuesSource, mergeValues } from '../../operator/values/merge-values.ts'
import { dataOf } from '../../operator/values/read-values-from.ts'
import { unreadSource } from '../../operator/values/unread-source.ts'
import { jsonOfTable } from '../../release/record/values-json.ts'
import { ActionError } from '../errors.ts'
import { desiredObject, openInstanceContext } from './instance-context.ts'
import type { PlanPorts } from './plan-context.ts'
import { type PluginPlan, planInContext } from './plugin-plan.ts'

/** Plans what the operator would make of an instance that is written like this, by the rights of the asker. Nothing is written. */
export async function planOfInstance(
  instance: ExtensionInstance,
  ports: PlanPorts,
  signal: AbortSignal,
): Promise<PluginPlan> {
  const opened = await openInstanceContext(instance, ports, signal)
  const { extension } = opened.inputs
  const parameters = await parametersOf(instance, ports, signal)
  const wrong = parameterProblems(extension.spec.parameters, parameters, instance)
  if (wrong !== '') {
    const what = `the parameters are not what ${extension.metadata.name} takes`
    throw new ActionError('refused', `${what}: ${wrong}`)
  }
  const desired = desiredPlugin({ ...opened.inputs, parameters })
  const plugin = desiredObject(opened, desired)
  const { secret: data } = desired
  const secret = { name: secretNameOf(instance), isPlain: !takesSecrets(instance) }
  const toPlan = data === undefined ? { plugin } : { plugin, secret: { ...secret, data } }
  const planned = await planInContext(toPlan, opened.context, signal)
  const { plan } = planned
  return { ...planned, plan: { ...plan, warnings: [...plan.warnings, ...opened.notices] } }
}

async function parametersOf(
  instance: ExtensionInstance,
  ports: PlanPorts,
  signal: AbortSignal,
): Promise<JsonRecord> {
  const { spec, metadata } = instance
  const sources = await parameterSources(instance, ports, signal)
  const unread = unreadSource(sources, metadata.namespace)
  if (unread !== undefined) throw new ActionError('not-ready', unread.message)
  const inline = {
    ...(spec.parameters === undefined ? {} : { values: spec.parameters }),
    ...(spec.parametersText === undefined ? {} : { valuesText: spec.parametersText }),
  }
  return jsonOfTable(mergeValues(inline, sources))
}

/** The objects that an instance takes parameters from, as they are now. */
export function parameterSources(
  { spec, metadata: { namespace } }: ExtensionInstance,
  { client }: PlanPorts,
  signal: AbortSignal,
): Promise<readonly ValuesSource[]> {
  return Promise.all(
    spec.parametersFrom.map(async (from) => {
      const target = { resource: watchedResource(from.kind), namespace, name: from.name }
      const found = await getObject(client, target, {}, signal)
      return { from, data: found && dataOf(found) }
    }),
  )
}
