import { dataOf } from '../../../values/read-values-from.ts'
import type { Obstacle } from '../../../pass/obstacle.ts'
import type { ExtensionInstance } from '../../../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../../../kinds/json-value.ts'
import { getObject } from '../../../../kube/objects/get-object.ts'
import { jsonOfTable } from '../../../../release/record/values-json.ts'
import { obstacleOf } from '../../../pass/obstacle-of.ts'
import { mergeValues } from '../../../values/merge-values.ts'
import { unreadSource } from '../../../values/unread-source.ts'
import { referenceKey, resourceOf, stateOf } from '../../../pass/watched-objects.ts'
import { accountOf } from '../../../clusters/account.ts'
import { actorOf } from '../observe-providers.ts'
import type { InstanceReads } from '../context.ts'

/** The parameters of an instance, merged, and which states of objects they come from. */
export interface ParametersSeen {
  readonly parameters: JsonRecord | Obstacle
  readonly states: ReadonlyMap<string, string>
}

/** The parameters of an instance that shall not be installed: none. */
export const noParameters: ParametersSeen = { parameters: {}, states: new Map() }

/** Reads the parameters of an instance; an obstacle when some are missing or cannot be parsed. */
export async function observeParameters(
  instance: ExtensionInstance,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<ParametersSeen> {
  const { client, watched } = context
  const { spec, metadata } = instance
  const { namespace } = metadata
  const states = new Map<string, string>()
  try {
    const refused = await refusal(instance, context, signal)
    if (refused !== undefined) return { parameters: refused, states }
    const sources = await Promise.all(
      spec.parametersFrom.map(async (from) => {
        // Asked for the watch that comes with it: a change of the object is a change of the parameters.
        await watched.versionOf(from.kind, namespace, from.name, signal)
        const target = { resource: resourceOf(from.kind), namespace, name: from.name }
        const found = await getObject(client, target, {}, signal)
        const state = found === undefined ? '' : stateOf(found)
        states.set(referenceKey(from.kind, namespace, from.name), state)
        return { from, data: found && dataOf(found) }
      }),
    )
    const inline = {
      ...(spec.parameters === undefined ? {} : { values: spec.parameters }),
      ...(spec.parametersText === undefined ? {} : { valuesText: spec.parametersText }),
    }
    const unread = unreadSource(sources, namespace)
    if (unread !== undefined) {
      const isMissing = unread.reason === 'ValuesNotFound'
      const reason = isMissing ? unread.reason : 'InvalidParameters'
      const again = isMissing ? 'on-event' : 'on-change'
      return { parameters: { reason, message: unread.message, again }, states }
    }
    return { parameters: jsonOfTable(mergeValues(inline, sources)), states }
  } catch (error) {
    if (signal.aborted) throw error
    const reason = 'InvalidParameters'
    return { parameters: { ...obstacleOf(error, reason), reason }, states }
  }
}

/** Why an account may not know of the objects that parameters come from; undefined when it may. */
async function refusal(
  instance: ExtensionInstance,
  context: InstanceReads,
  signal: AbortSignal,
): Promise<Obstacle | undefined> {
  const { namespace } = instance.metadata
  const actor = actorOf(instance, context)
  for (const { kind, name } of instance.spec.parametersFrom) {
    const { resource } = resourceOf(kind)
    const action = { verb: 'get', group: '', resource, namespace, name }
    if (await context.rights.may(actor, action, signal)) continue
    const account = accountOf(actor, context) ?? ''
    const who = `service account ${namespace}/${account}, which may not get ${kind} ${name} in namespace ${namespace}`
    const cure = `allow it the verb get on ${resource} in namespace ${namespace}`
    const message = `${who}, which parametersFrom names: ${cure}`
    return { reason: 'Forbidden', message, again: 'on-event' }
  }
  return undefined
}
