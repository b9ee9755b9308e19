import type { Cluster } from '../../../kinds/cluster.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { Profile } from '../../../kinds/profile.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import type { Entropy } from '../../../template/func.ts'
import type { Rights } from '../../clusters/account-rights.ts'
import type { Turn } from '../../../controller/worker.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { LocalVersion } from '../../clusters/local-version.ts'
import type { SourceCache } from '../../sources/source-cache.ts'
import type { Repositories } from '../../sources/source-request.ts'
import type { WatchedObjects } from '../../pass/watched-objects.ts'
import type { SourceFit } from './source/source-fit.ts'

/** The parts of the world that a pass over an instance can ask. */
export interface InstanceWorld {
  readonly client: FencedClient
  readonly extensions: KindStore<Extension>
  /** Indexed by `extension`, `cluster` and `reference`. */
  readonly instances: KindStore<ExtensionInstance>
  readonly plugins: KindStore<Plugin>
  readonly clusters: KindStore<Cluster>
  readonly profiles: KindStore<Profile>
  /** For who names no Cluster, while no Cluster is the operator's own. */
  readonly local: LocalVersion
  readonly watched: WatchedObjects
  /** Waits without holding a worker; the object is still with this pass. */
  readonly offWorker: Turn['offWorker']
  readonly sources: SourceCache
  readonly repositories: Repositories
  readonly fit: SourceFit
  /** Of accounts on the cluster that the instances are on. */
  readonly rights: Rights
  /** Keys of instances that are looked at again when somebody gives or takes rights. */
  readonly waitForRights: Set<string>
  readonly platformNamespace: string
  readonly entropy: () => Pick<Entropy, 'randomBytes'>
  /** To be told before a Plugin is written, by its key. */
  readonly writes: (key: string) => void
}
