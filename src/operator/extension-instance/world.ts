import type { Cluster } from '../../kinds/cluster.ts'
import type { Extension } from '../../kinds/extension.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { Profile } from '../../kinds/profile.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { KindShelf } from '../kind-shelf.ts'
import type { LocalVersion } from '../local-version.ts'
import type { SourceBook } from '../plugin/source-book.ts'
import type { Repositories } from '../plugin/source-request.ts'
import type { WatchedObjects } from '../plugin/watched-objects.ts'
import type { SourceFit } from './source-fit.ts'

/** What a pass over an instance can ask. */
export interface InstanceWorld {
  readonly client: KubeClient
  readonly extensions: KindShelf<Extension>
  /** Indexed by `extension`, `cluster` and `reference`. */
  readonly instances: KindShelf<ExtensionInstance>
  readonly plugins: KindShelf<Plugin>
  readonly clusters: KindShelf<Cluster>
  readonly profiles: KindShelf<Profile>
  /** For who names no Cluster, while no Cluster is the operator's own. */
  readonly local: LocalVersion
  readonly watched: WatchedObjects
  readonly sources: SourceBook
  readonly repositories: Repositories
  readonly fit: SourceFit
  readonly platformNamespace: string
  /** To be told before a Plugin is written, by its key. */
  readonly writes: (key: string) => void
}
