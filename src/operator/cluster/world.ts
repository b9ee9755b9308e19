import type { EventRecorder } from '../../controller/events/event-recorder.ts'
import type { Cluster } from '../../kinds/cluster.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { Profile } from '../../kinds/profile.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { KindShelf } from '../kind-shelf.ts'
import type { WatchedObjects } from '../plugin/watched-objects.ts'
import type { ClusterBook } from './cluster-book.ts'
import type { CreatedInstances } from './created-instances.ts'
import type { Answer } from './observation.ts'

/** What a pass over a Cluster can ask. */
export interface ClusterWorld {
  /** The cluster that our own kinds are on. */
  readonly client: KubeClient
  readonly recorder: EventRecorder
  readonly clusters: KindShelf<Cluster>
  readonly profiles: KindShelf<Profile>
  /** Indexed by `cluster`. */
  readonly instances: KindShelf<ExtensionInstance>
  /** Indexed by `cluster`. */
  readonly plugins: KindShelf<Plugin>
  readonly book: ClusterBook
  readonly watched: WatchedObjects
  /** What clusters said last, and when. */
  readonly answers: WeakMap<KubeClient, { readonly answer: Answer; readonly at: number }>
  readonly created: CreatedInstances
  readonly platformNamespace: string
}
