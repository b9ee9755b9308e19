import type { EventRecorder } from '../controller/events/event-recorder.ts'
import type { ControllerMetrics } from '../controller/metrics.ts'
import type { SharedInformers } from '../controller/shared-informers.ts'
import type { PassOutcome } from '../controller/worker.ts'
import { clusterKind, parseCluster } from '../kinds/cluster.ts'
import { extensionKind, parseExtension } from '../kinds/extension.ts'
import { extensionInstanceKind, parseExtensionInstance } from '../kinds/extension-instance.ts'
import type { JsonRecord } from '../kinds/json-value.ts'
import { type KindDefinition, resourceOf } from '../kinds/kind-definition.ts'
import type { Parsed } from '../kinds/parse-object.ts'
import { parsePlugin, pluginKind } from '../kinds/plugin.ts'
import { parseProfile, profileKind } from '../kinds/profile.ts'
import type { KubeClient } from '../kube/client.ts'
import { createClusterController } from './cluster/controller.ts'
import type { ClusterBook } from './cluster/cluster-book.ts'
import { createExtensionController } from './extension/controller.ts'
import { createInstanceController } from './extension-instance/controller.ts'
import { KindShelf } from './kind-shelf.ts'
import type { SourceBook } from './plugin/source-book.ts'
import { createProfileController } from './profile/controller.ts'

export interface ExtensionsOptions {
  readonly client: KubeClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  readonly metrics: ControllerMetrics
  readonly sources: SourceBook
  readonly book: ClusterBook
  readonly platformNamespace: string
  readonly concurrency: number
  readonly passed?: (outcome: PassOutcome) => void
}

/** Everything above Plugins: what is offered, who chose what, where it goes and who gets it by default. */
export function createExtensions(options: ExtensionsOptions) {
  const { informers } = options
  const shelf = <T>(definition: KindDefinition, parse: (object: JsonRecord) => Parsed<T>) =>
    new KindShelf(informers.informer({ resource: resourceOf(definition) }, {}), parse)
  const extensions = shelf(extensionKind, parseExtension)
  const instances = shelf(extensionInstanceKind, parseExtensionInstance)
  instances.addIndex('extension', ({ spec }) => [spec.extension])
  const shelves = {
    extensions,
    instances,
    plugins: shelf(pluginKind, parsePlugin),
    clusters: shelf(clusterKind, parseCluster),
    profiles: shelf(profileKind, parseProfile),
  }
  const parts = [
    createExtensionController({ ...options, extensions, instances }),
    createInstanceController({ ...options, ...shelves }),
    createClusterController({ ...options, ...shelves }),
    createProfileController({ ...options, ...shelves }),
  ]
  return {
    /** A Cluster by name. */
    clusterAt: (name: string) => shelves.clusters.value(name),
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all(parts.map((part) => part.run(signal)))
    },
  }
}
