import type { JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { retryAnnotation } from '../../operator/pass/plugin-names.ts'
import { ActionError } from '../errors.ts'
import { type ActionTarget, objectOf } from './action-target.ts'
import { type WriteChoice, checkVersion, patchFields } from './edit-object.ts'

/** A change that needs no more than the name of an object. */
export type SimpleChange = 'enable' | 'disable' | 'suspend' | 'resume' | 'retry' | 'unpin'

/** Makes a simple change. Of an instance, what only its Plugin has is changed there. */
export async function changeObject(
  target: ActionTarget,
  change: SimpleChange,
  choice: WriteChoice,
  signal: AbortSignal,
): Promise<KubeObject> {
  const object = await objectOf(target, signal)
  const { kind } = target.definition
  const isOfPlugin = change === 'suspend' || change === 'resume' || change === 'unpin'
  if (kind === 'ExtensionInstance' && isOfPlugin) {
    // The version is that of the instance, and the Plugin has another.
    const { resourceVersion: _, ...rest } = choice
    await checkVersion(target, choice, signal)
    const plugin = { ...target, definition: pluginKind }
    await objectOf(plugin, signal)
    await patchFields(plugin, fieldsFor(change, 'Plugin', target), rest, signal)
    return object
  }
  return patchFields(target, fieldsFor(change, kind, target), choice, signal)
}

/** The fields that a change writes. */
function fieldsFor(
  change: SimpleChange,
  kind: string,
  { client }: Pick<ActionTarget, 'client'>,
): JsonObject {
  // The time makes it a new request.
  const now = new Date(client.clock.now()).toISOString()
  if (change === 'retry') return { metadata: { annotations: { [retryAnnotation]: now } } }
  const isRunning = change === 'enable' || change === 'resume'
  if (kind === 'Repository' && change !== 'unpin') return { spec: { suspend: !isRunning } }
  if (kind !== 'Plugin' && kind !== 'ExtensionInstance') {
    throw new ActionError('refused', `${change} has no meaning for a ${kind}`)
  }
  switch (change) {
    case 'enable':
    case 'disable':
      return { spec: { enabled: isRunning } }
    case 'suspend':
    case 'resume':
      return { spec: { suspend: !isRunning } }
    case 'unpin':
      return { spec: { pin: null } }
  }
}
