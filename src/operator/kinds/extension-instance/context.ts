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
import type { FitAnswer, FitAnswers } from './source/fit-answer.ts'
import type { SourceFit } from './source/source-fit.ts'

/** Everything that a pass over an instance can read. */
export interface InstanceReads {
  readonly client: FencedClient
  readonly extensions: KindStore<Extension>
  /** Indexed by `extension`, `cluster` and `reference`. */
  readonly instances: KindStore<ExtensionInstance>
  readonly plugins: KindStore<Plugin>
  readonly clusters: KindStore<Cluster>
  readonly profiles: KindStore<Profile>
  /** For instances without a `cluster`, while no Cluster is the operator's own. */
  readonly local: LocalVersion
  readonly watched: WatchedObjects
  /** Waits without holding a worker; the object is still with this pass. */
  readonly offWorker: Turn['offWorker']
  readonly sources: SourceCache
  readonly repositories: Repositories
  /** The answers that this pass has got already. */
  readonly fitAnswers: FitAnswers
  /** Of accounts on the cluster that the instances are on. */
  readonly rights: Rights
  readonly platformNamespace: string
  /** The account that plugins of that namespace act with; they have the rights of the operator without one. */
  readonly platformAccount?: string | undefined
}

/** Everything that a pass over an instance can read and write. */
export interface InstanceContext extends InstanceReads {
  readonly fit: SourceFit
  readonly fitAnswers: Map<string, FitAnswer>
  /** Keys of instances that are looked at again when somebody gives or takes rights. */
  readonly waitForRights: Set<string>
  readonly entropy: () => Pick<Entropy, 'randomBytes'>
  /** To be told before a Plugin is written, by its key. */
  readonly writes: (key: string) => void
}
