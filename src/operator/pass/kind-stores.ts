import type { SharedInformers } from '../../controller/shared-informers.ts'
import { type Cluster, clusterKind, parseCluster } from '../../kinds/cluster.ts'
import { type Extension, extensionKind, parseExtension } from '../../kinds/extension.ts'
import {
  type ExtensionInstance,
  extensionInstanceKind,
  parseExtensionInstance,
} from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { type Plugin, parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import { type Profile, parseProfile, profileKind } from '../../kinds/profile.ts'
import { KindStore } from './kind-store.ts'

/** The stores that choices are made from. */
export interface KindStores {
  readonly extensions: KindStore<Extension>
  /** Indexed by `extension`. */
  readonly instances: KindStore<ExtensionInstance>
  readonly plugins: KindStore<Plugin>
  readonly clusters: KindStore<Cluster>
  readonly profiles: KindStore<Profile>
}

/** The store of one kind, filled by an informer that all its stores share. */
export function kindStore<T>(
  informers: SharedInformers,
  definition: KindDefinition,
  parse: (object: JsonRecord) => Parsed<T>,
): KindStore<T> {
  return new KindStore(informers.informer({ resource: resourceOf(definition) }, {}), parse)
}

/** Opens the stores that choices are made from: of the operator, and of a person who rehearses its choices. */
export function openKindStores(informers: SharedInformers): KindStores {
  const instances = kindStore(informers, extensionInstanceKind, parseExtensionInstance)
  instances.addIndex('extension', ({ spec }) => [spec.extension])
  return {
    extensions: kindStore(informers, extensionKind, parseExtension),
    instances,
    plugins: kindStore(informers, pluginKind, parsePlugin),
    clusters: kindStore(informers, clusterKind, parseCluster),
    profiles: kindStore(informers, profileKind, parseProfile),
  }
}
