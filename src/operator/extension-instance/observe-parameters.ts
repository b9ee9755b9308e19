import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { getObject } from '../../kube/get-object.ts'
import { jsonOfTable } from '../../release/record/values-json.ts'
import { obstacleOf } from '../errors.ts'
import { mergeValues } from '../plugin/merge-values.ts'
import type { Obstacle } from '../plugin/observation.ts'
import { dataOf } from '../plugin/prepare.ts'
import { unreadSource } from '../plugin/unread-source.ts'
import { referenceKey, resourceOf, stateOf } from '../plugin/watched-objects.ts'
import type { InstanceWorld } from './world.ts'

/** The parameters of an instance, merged, and which states of objects they come from. */
export interface ParametersSeen {
  readonly parameters: JsonRecord | Obstacle
  readonly states: ReadonlyMap<string, string>
}

/** Those of what is not to be there. */
export const noParameters: ParametersSeen = { parameters: {}, states: new Map() }

/** Reads the parameters of an instance; an obstacle when some are missing or do not read. */
export async function observeParameters(
  { spec, metadata }: ExtensionInstance,
  { client, watched }: InstanceWorld,
  signal: AbortSignal,
): Promise<ParametersSeen> {
  const { namespace } = metadata
  const states = new Map<string, string>()
  try {
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
