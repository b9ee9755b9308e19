import type { TracePass } from './pass/trace-pass.ts'
import type { ControllerPass } from './pass/pass-options.ts'
import type { Renders } from './sources/renders.ts'
import type { EventRecorder } from '../controller/events/event-recorder.ts'
import type { ControllerMetrics } from '../controller/metrics.ts'
import type { SharedInformers } from '../controller/shared-informers.ts'
import type { FencedClient } from '../controller/election/fenced-client.ts'
import { expansionKind, parseExpansion } from '../kinds/expansion.ts'
import type { KubeObject } from '../objects/kube-object.ts'
import type { Rights } from './clusters/account-rights.ts'
import { createClusterController } from './kinds/cluster/controller.ts'
import { createMachineController } from './kinds/cluster/machines/machine-controller.ts'
import type { MachineContext } from './kinds/cluster/machines/machine-context.ts'
import { providerSteps } from './kinds/cluster/machines/provider-steps.ts'
import type { ClusterConnections } from './clusters/cluster-connections.ts'
import { createExtensionController } from './kinds/extension/controller.ts'
import { createInstanceController } from './kinds/extension-instance/controller.ts'
import { versionObstacleOf } from './kinds/extension-instance/observe-cluster.ts'
import { kindStore, openKindStores } from './pass/kind-stores.ts'
import { type Scope, managesCluster, managesObject } from './clusters/managed-scope.ts'
import { ClusterGlobals } from './cluster-globals.ts'
import { ownCluster } from './clusters/own-cluster.ts'
import type { InstanceContext } from './kinds/extension-instance/context.ts'
import { SourceFit } from './kinds/extension-instance/source/source-fit.ts'
import { sourceKey, sourceKeys } from './sources/source-key.ts'
import type { SourceCache } from './sources/source-cache.ts'
import type { LowPriorityWrites } from './pass/priority.ts'
import { type Repositories, isAddress } from './sources/source-request.ts'
import type { TargetCluster } from './clusters/target-cluster.ts'
import { createProfileController } from './kinds/profile/controller.ts'

/** How clusters are made of machines. */
export type MachinesOptions = Pick<MachineContext, 'providers' | 'folder' | 'env'>

export interface ExtensionsOptions {
  readonly machines?: MachinesOptions
  /** Where packages of Expansions and their staged files are. */
  readonly expansionFolder: string | undefined
  readonly client: FencedClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  readonly tracePass: TracePass | undefined
  readonly metrics: ControllerMetrics
  readonly sources: SourceCache
  readonly lowPriorityWrites: LowPriorityWrites
  readonly connections: ClusterConnections
  readonly repositories: Repositories
  /** Where charts are rendered. */
  readonly renders: Renders
  /** Undefined while a cluster cannot be used. */
  readonly targetAt: (cluster: string | undefined) => TargetCluster | undefined
  /** Of accounts on the operator's own cluster. */
  readonly rights: Rights
  readonly platformNamespace: string
  /** The account that plugins of that namespace act with; they have the rights of the operator without one. */
  readonly platformAccount?: string | undefined
  readonly entropy: InstanceContext['entropy']
  readonly scope: Scope
  /** Another version of Kubernetes may be followed; undefined is the operator's own cluster. */
  readonly versionSettled: (cluster: string | undefined) => void
  /** Profiles, or the labels by which they choose clusters, are no longer what they were. */
  readonly globalsChanged: () => void
  readonly concurrency: number
  readonly passed?: (outcome: ControllerPass) => void
}

/** Everything above Plugins: what is offered, who chose what, where it goes and who gets it by default. */
// oxlint-disable-next-line max-lines-per-function -- it wires one part after the other and decides nothing
export function createExtensions(options: ExtensionsOptions) {
  const { informers } = options
  const stores = openKindStores(informers)
  const { extensions, instances, clusters, profiles } = stores
  extensions.addIndex('source', sourceKeys)
  extensions.addIndex('repository', ({ spec }) =>
    spec.sources.map(({ repo }) => repo).filter((repo) => !isAddress(repo)),
  )
  const globals = new ClusterGlobals(stores, options.globalsChanged)
  const managedScope = { scope: options.scope, clusterAt: clusters.at.bind(clusters) }
  const manages = (object: KubeObject | undefined) => managesObject(object, managedScope)
  const chosen = createInstanceController({
    ...options,
    ...stores,
    manages,
    fit: new SourceFit(options),
  })
  const managesName = (name: string) => managesCluster(name, managedScope)
  const machines = machinesOf(options, clusters, managesName)
  const parts = [
    ...machines.parts,
    createExtensionController({ ...options, extensions, instances }),
    chosen,
    createClusterController({
      ...options,
      ...stores,
      manages: managesName,
      ...machines.conditions,
    }),
    createProfileController({ ...options, ...stores }),
  ]
  return {
    /** A Cluster by name. */
    clusterAt: (name: string) => clusters.value(name),
    /** Whether an instance or a Plugin is ours to look after. */
    manages,
    /** Resolves when all Clusters and Profiles are known: none of them is taken for gone from then on. */
    untilSynced: async (signal: AbortSignal) => {
      await clusters.informer.untilSynced(signal)
      await profiles.informer.untilSynced(signal)
    },
    /** Rights of accounts may have come or gone. */
    rightsChanged: chosen.rightsChanged,
    /** A Repository came, went or offers something else. */
    repositoryChanged: chosen.repositoryChanged,
    /** Whether an Extension offers what is there. */
    isNamedByExtension: (source: { readonly repo?: string; readonly name?: string }) =>
      extensions.by('source', sourceKey(source)).length > 0,
    /** The values and images of the Profiles of a cluster; undefined is the operator's own cluster. */
    globalsOf: (name: string | undefined) => globals.of(name),
    /** The windows of a cluster and of its Profiles; undefined is the operator's own cluster. */
    maintenanceOf: (name: string | undefined) => globals.maintenanceOf(name),
    /** Whether a cluster has had a version of Kubernetes for long enough to follow it. */
    hasSettled: (name: string | undefined, version: string): boolean => {
      const found = name === undefined ? ownCluster(clusters.values()) : clusters.value(name)
      if (found === undefined) return chosen.local.isSettled(version)
      return found.status.version === version && versionObstacleOf(found.status) === undefined
    },
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all(parts.map((part) => part.run(signal)))
    },
  }
}

// Where nothing is done to machines, a Cluster that has some waits.
function machinesOf(
  options: ExtensionsOptions,
  clusters: MachineContext['clusters'],
  manages: MachineContext['manages'],
) {
  const { machines, informers } = options
  if (machines === undefined) return { parts: [], conditions: {} }
  return {
    parts: [
      createMachineController({
        ...options,
        ...machines,
        clusters,
        expansions: kindStore(informers, expansionKind, parseExpansion),
        manages,
      }),
    ],
    conditions: {
      providerSteps: (name: string, signal: AbortSignal) => providerSteps(name, machines, signal),
    },
  }
}
