import type { Plugin } from '../../../kinds/plugin.ts'
import { type KubeObject, parseApiVersion } from '../../../objects/kube-object.ts'
import { pluginKeyOf } from './dependencies/dependencies.ts'
import { asks } from './render/inputs-key.ts'
import { placeOfPlugin } from './observe.ts'
import { keyOfPlace } from '../../clusters/release-objects.ts'
import { isAddress } from '../../sources/source-request.ts'
import { referenceKey } from '../../pass/watched-objects.ts'
import { platformAccount } from '../../pass/platform-namespace.ts'
import type { KindStore } from '../../pass/kind-store.ts'

/** By what plugins are looked for. */
type PluginIndex = 'needs' | 'reference' | 'release' | 'asks' | 'repository' | 'cluster'

/** Makes plugins findable by what they name. */
export function addPluginIndexes(plugins: KindStore<Plugin>): void {
  for (const [index, values] of Object.entries(valuesOf)) plugins.addIndex(index, values)
}

/** The keys of the plugins that a plugin needs; none of one that does not read. */
export function needsIn(plugins: KindStore<Plugin>, object: KubeObject): readonly string[] {
  const { parsed } = plugins.read(object)
  return parsed.ok ? valuesOf.needs(parsed.value) : []
}

// Which of them it is depends on the namespace, which is not known here.
function accountsOf({ serviceAccountName }: Plugin['spec']): readonly string[] {
  return serviceAccountName === undefined ? ['outrigger', platformAccount] : [serviceAccountName]
}

const valuesOf: Readonly<Record<PluginIndex, (plugin: Plugin) => readonly string[]>> = {
  needs: ({ spec, metadata }) =>
    spec.dependsOn.flatMap((one) => pluginKeyOf(one, metadata.namespace) ?? []),
  reference: ({ spec, metadata }) => [
    ...spec.valuesFrom.map(({ kind, name }) => referenceKey(kind, metadata.namespace, name)),
    ...accountsOf(spec).map((name) => referenceKey('ServiceAccount', metadata.namespace, name)),
    ...spec.dependsOn.flatMap(({ apiVersion, kind, name, namespace }) => {
      if (apiVersion === undefined || kind === undefined || name === undefined) return []
      const whole = `${parseApiVersion(apiVersion).group}/${kind}`
      // Cluster-scoped objects have no namespace; which ones are is not known here.
      return [
        referenceKey(whole, namespace ?? metadata.namespace, name),
        referenceKey(whole, '', name),
      ]
    }),
  ],
  release: (plugin) => [keyOfPlace(placeOfPlugin(plugin))],
  asks: ({ spec, status }) => {
    const asksKinds = spec.dependsOn.some(({ kind }) => kind !== undefined)
    const asked = [status.inputs, status.attempted].some(
      (key) => asks(key, 'version') || asks(key, 'apis'),
    )
    const isHeld = status.conditions?.some(({ reason }) => reason === 'WindowClosed') === true
    const hangsOnProfiles = spec.globals === true || isHeld || spec.drift.mode === 'correct'
    return [...(asksKinds || asked ? ['kinds'] : []), ...(hangsOnProfiles ? ['globals'] : [])]
  },
  repository: ({ spec }) => (spec.repo === undefined || isAddress(spec.repo) ? [] : [spec.repo]),
  cluster: ({ spec }) => (spec.cluster === undefined ? [] : [spec.cluster]),
}
