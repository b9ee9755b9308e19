import type { Answer } from '../../clusters/ask-cluster.ts'
import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import type { Cluster } from '../../../kinds/cluster.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { Profile } from '../../../kinds/profile.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import type { Step } from '../../../sequence/sequence.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { WatchedObjects } from '../../pass/watched-objects.ts'
import type { ClusterConnections } from '../../clusters/cluster-connections.ts'
import type { CreatedInstances } from './created-instances.ts'

/** Everything that a pass over a Cluster can read and write. */
export interface ClusterContext {
  /** The cluster that our own kinds are on. */
  readonly client: FencedClient
  readonly recorder: EventRecorder
  readonly clusters: KindStore<Cluster>
  readonly profiles: KindStore<Profile>
  /** Indexed by `cluster`. */
  readonly instances: KindStore<ExtensionInstance>
  /** Indexed by `cluster`. */
  readonly plugins: KindStore<Plugin>
  readonly connections: ClusterConnections
  readonly watched: WatchedObjects
  /** The last answers of clusters, and when they came. */
  readonly answers: WeakMap<FencedClient, { readonly answer: Answer; readonly at: number }>
  readonly created: CreatedInstances
  readonly platformNamespace: string
  /** The conditions of a provider; absent where nothing is done to machines. */
  readonly providerSteps?: (provider: string, signal: AbortSignal) => Promise<readonly Step[]>
}
