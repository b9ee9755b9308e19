import type { Informer } from '../../controller/informer.ts'
import { keyOf } from '../../controller/object-store.ts'
import { type Plugin, parsePlugin } from '../../kinds/plugin.ts'
import { isOlder } from '../../kube/watch/resource-version.ts'
import { type KubeObject, parseApiVersion, textAt } from '../../objects/kube-object.ts'
import { pluginKeyOf } from './dependencies.ts'
import { asks } from './inputs-key.ts'
import { placeOfPlugin } from './observe.ts'
import { keyOfPlace } from './release-objects.ts'
import { isAddress } from './source-request.ts'
import { referenceKey } from './watched-objects.ts'
import type { KnownPlugin } from './world.ts'

/** By what plugins are looked for. */
export type ShelfIndex = 'needs' | 'reference' | 'release' | 'asks' | 'repository' | 'cluster'

const indexes: readonly ShelfIndex[] = [
  'needs',
  'reference',
  'release',
  'asks',
  'repository',
  'cluster',
]

/** The plugins that there are, read once for each state, with what we wrote before the watch tells it. */
export class PluginShelf {
  private readonly informer: Informer
  private readonly written = new Map<string, KubeObject>()
  private readonly read = new WeakMap<KubeObject, KnownPlugin>()

  constructor(informer: Informer) {
    this.informer = informer
    for (const index of indexes) {
      informer.addIndex(index, (object) => {
        const { parsed } = this.known(object)
        return parsed.ok ? valuesOf[index](parsed.value) : []
      })
    }
    informer.addHandler(({ type, object }) => {
      if (type === 'deleted') this.written.delete(keyOf(object))
    })
  }

  at(key: string): KnownPlugin | undefined {
    const told = this.informer.get(key)
    if (told === undefined) return undefined
    const written = this.written.get(key)
    if (written === undefined) return this.known(told)
    if (isOlder(versionOf(told), versionOf(written))) return this.known(written)
    this.written.delete(key)
    return this.known(told)
  }

  /** Notes what the server answered to a write. */
  note(object: KubeObject): void {
    this.written.set(keyOf(object), object)
  }

  keysBy(index: ShelfIndex, value: string): readonly string[] {
    return this.informer.byIndex(index, value).map(keyOf)
  }

  dependentsOf(key: string): readonly Plugin[] {
    return this.keysBy('needs', key).flatMap((one) => {
      const parsed = this.at(one)?.parsed
      return parsed?.ok === true ? [parsed.value] : []
    })
  }

  needsOf(object: KubeObject): readonly string[] {
    const { parsed } = this.known(object)
    return parsed.ok ? valuesOf.needs(parsed.value) : []
  }

  private known(object: KubeObject): KnownPlugin {
    const before = this.read.get(object)
    if (before !== undefined) return before
    const known = { object, parsed: parsePlugin(object) }
    this.read.set(object, known)
    return known
  }
}

const valuesOf: Readonly<Record<ShelfIndex, (plugin: Plugin) => readonly string[]>> = {
  needs: ({ spec, metadata }) =>
    spec.dependsOn.flatMap((one) => pluginKeyOf(one, metadata.namespace) ?? []),
  reference: ({ spec, metadata }) => [
    ...spec.valuesFrom.map(({ kind, name }) => referenceKey(kind, metadata.namespace, name)),
    referenceKey('ServiceAccount', metadata.namespace, spec.serviceAccountName ?? 'outrigger'),
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
    return asksKinds || asked ? ['kinds'] : []
  },
  repository: ({ spec }) => (spec.repo === undefined || isAddress(spec.repo) ? [] : [spec.repo]),
  cluster: ({ spec }) => (spec.cluster === undefined ? [] : [spec.cluster]),
}

function versionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'resourceVersion'])
}
