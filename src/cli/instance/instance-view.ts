import { extensionInstanceKind } from '../../kinds/extension-instance.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { type KubeObject, listAt, readPath, textAt } from '../../objects/kube-object.ts'
import type { KindView } from '../kind/kind-view.ts'
import type { ValueFields } from '../plugin/values/set-values.ts'

/** The fields that hold the parameters of an instance. */
export const instanceValueFields: ValueFields = {
  object: 'parameters',
  text: 'parametersText',
  nulls: 'take-out',
}

/** How people look at instances of extensions. */
export const instanceView: KindView = {
  noun: 'instance',
  definition: extensionInstanceKind,
  worker: pluginKind,
  columns: [
    { header: 'extension', cell: (one) => textAt(one, ['spec', 'extension']) },
    { header: 'cluster', cell: (one) => textAt(one, ['spec', 'cluster']) },
    { header: 'version', cell: (one) => textAt(one, ['status', 'version']) },
    { header: 'available', cell: (one) => textAt(one, ['status', 'available']) },
    { header: 'source', cell: (one) => textAt(one, ['status', 'source']), wide: true },
  ],
  facts: (one) => [
    ['Enabled', isEnabled(one) ? 'yes' : 'no (the parameters are kept)'],
    ['Extension', textAt(one, ['spec', 'extension'])],
    ['Cluster', textAt(one, ['spec', 'cluster'])],
    ['Version', textAt(one, ['status', 'version'])],
    ['App version', textAt(one, ['status', 'appVersion'])],
    ['Available', textAt(one, ['status', 'available'])],
    ['Source', textAt(one, ['status', 'source'])],
    ['Digest', textAt(one, ['status', 'digest'])],
    ['Plugin', textAt(one, ['status', 'plugin'])],
    ['Waits for', listAt(one, ['status', 'waitingFor']).map(String).join('\n')],
    ['Parameters', parametersOf(one)],
  ],
}

function isEnabled(instance: KubeObject): boolean {
  return readPath(instance, ['spec', 'enabled']) !== false
}

function parametersOf(instance: KubeObject): string {
  const text = textAt(instance, ['spec', 'parametersText']).trimEnd()
  const object = readPath(instance, ['spec', 'parameters'])
  return text === '' && object !== undefined ? JSON.stringify(object) : text
}
