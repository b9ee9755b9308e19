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
import type { KubeObject } from '../objects/kube-object.ts'
import { createClusterController } from './cluster/controller.ts'
import type { ClusterBook } from './cluster/cluster-book.ts'
import { createExtensionController } from './extension/controller.ts'
import { createInstanceController } from './extension-instance/controller.ts'
import { holdOf } from './extension-instance/see-cluster.ts'
import { KindShelf } from './kind-shelf.ts'
import { type Scope, looksAfterCluster, looksAfterObject } from './looks-after.ts'
import { ownCluster } from './own-cluster.ts'
import { SourceFit } from './extension-instance/source-fit.ts'
import { vouchedPlace, vouchedPlaces } from './extension/vouched-places.ts'
import type { Renders } from './plugin/render-book.ts'
import type { SourceBook } from './plugin/source-book.ts'
import type { Unhurried } from './pressing.ts'
import { type Repositories, isAddress } from './plugin/source-request.ts'
import type { TargetCluster } from './target-cluster.ts'
import { createProfileController } from './profile/controller.ts'

export interface ExtensionsOptions {
  readonly client: KubeClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  readonly metrics: ControllerMetrics
  readonly sources: SourceBook
  readonly unhurried: Unhurried
  readonly book: ClusterBook
  readonly repositories: Repositories
  /** Where charts are rendered. */
  readonly renders: Renders
  /** Undefined while a cluster cannot be used. */
  readonly targetAt: (cluster: string | undefined) => TargetCluster | undefined
  readonly platformNamespace: string
  readonly scope: Scope
  /** Another version of Kubernetes may be followed; undefined is the operator's own cluster. */
  readonly versionSettled: (cluster: string | undefined) => void
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
  extensions.addIndex('place', vouchedPlaces)
  extensions.addIndex('repository', ({ spec }) =>
    spec.sources.map(({ repo }) => repo).filter((repo) => !isAddress(repo)),
  )
  const shelves = {
    extensions,
    instances,
    plugins: shelf(pluginKind, parsePlugin),
    clusters: shelf(clusterKind, parseCluster),
    profiles: shelf(profileKind, parseProfile),
  }
  const { clusters } = shelves
  const charge = { scope: options.scope, clusterAt: clusters.at.bind(clusters) }
  const looksAfter = (object: KubeObject | undefined) => looksAfterObject(object, charge)
  const chosen = createInstanceController({
    ...options,
    ...shelves,
    looksAfter,
    fit: new SourceFit(options),
  })
  const parts = [
    createExtensionController({ ...options, extensions, instances }),
    chosen,
    createClusterController({
      ...options,
      ...shelves,
      looksAfter: (name) => looksAfterCluster(name, charge),
    }),
    createProfileController({ ...options, ...shelves }),
  ]
  return {
    /** A Cluster by name. */
    clusterAt: (name: string) => clusters.value(name),
    /** Whether an instance or a Plugin is ours to look after. */
    looksAfter,
    /** Resolves when all Clusters are known: none of them is taken for gone from then on. */
    untilSynced: (signal: AbortSignal) => clusters.informer.untilSynced(signal),
    /** A Repository came, went or offers something else. */
    repositoryChanged: chosen.repositoryChanged,
    /** Whether an Extension offers what is there. */
    isVouched: (source: { readonly repo?: string; readonly name?: string }) =>
      extensions.by('place', vouchedPlace(source)).length > 0,
    /** Whether a cluster has had a version of Kubernetes for long enough to follow it. */
    hasSettled: (name: string | undefined, version: string): boolean => {
      const found = name === undefined ? ownCluster(clusters.values()) : clusters.value(name)
      if (found === undefined) return chosen.local.isSettled(version)
      return found.status.version === version && holdOf(found.status) === undefined
    },
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all(parts.map((part) => part.run(signal)))
    },
  }
}
