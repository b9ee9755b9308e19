import type { NamedMaintenance } from '../../clusters/maintenance-window.ts'
import type { Obstacle } from '../../pass/obstacle.ts'
import type { Turn } from '../../../controller/worker.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import type { FindImageDigest } from '../../../mirror/images/find-digest.ts'
import type { RunTransform } from '../../../release/transform/transform-threads.ts'
import type { ReleasePorts } from '../../../release/ports.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { Rights } from '../../clusters/account-rights.ts'
import type { TargetCluster } from '../../clusters/target-cluster.ts'
import type { OutsideCauses } from './failure/outside-causes.ts'
import type { LookupMemory } from './render/lookup-memory.ts'
import type { RenderCache } from './render/render-cache.ts'
import type { Stage } from '../../pass/stage-report.ts'
import type { SourceCache } from '../../sources/source-cache.ts'
import type { Repositories } from '../../sources/source-request.ts'
import type { WatchedObjects } from '../../pass/watched-objects.ts'
import type { Globals } from '../../values/globals-of.ts'

/** Everything that a pass can read before it decides; none of it can be written through these types. */
export interface PluginReads {
  /** The cluster that the plugins themselves are on. */
  readonly client: FencedClient
  /** With the indexes of `plugin-indexes.ts`. */
  readonly plugins: KindStore<Plugin>
  /** Waits without holding a worker; the object is still with this pass. */
  readonly offWorker: Turn['offWorker']
  /** Tells what this pass is at, should it take long. */
  readonly stage: (stage: Stage) => void
  readonly watched: WatchedObjects
  readonly sources: SourceCache
  readonly lookups: Pick<LookupMemory, 'of'>
  readonly repositories: Repositories
  /** Whether the platform answers for an address although a tenant named it: an Extension offers what is there. */
  readonly isNamedByExtension: (spec: Pick<Plugin['spec'], 'repo' | 'name'>) => boolean
  /** Where a plugin goes, or why it may not. */
  readonly targetOf: (plugin: Plugin) => TargetCluster | Obstacle
  /** The values and images of the Profiles of a plugin's cluster. */
  readonly globalsOf: (plugin: Plugin) => Globals
  /** The windows of the Profiles and of the Cluster of a plugin. */
  readonly maintenanceOf: (plugin: Plugin) => readonly NamedMaintenance[]
  /** Whether a version of Kubernetes has been that of a plugin's cluster for long enough to be followed. */
  readonly hasSettled: (plugin: Plugin, version: string) => boolean
  /** Of accounts on the cluster that the plugins themselves are on. */
  readonly rights: Rights
  readonly platformNamespace: string
  /** The account that plugins of that namespace act with; they have the rights of the operator without one. */
  readonly platformAccount?: string | undefined
  /** Since when a release is being uninstalled by somebody else, on the monotonic clock, by key of plugin. */
  readonly leavingSince: ReadonlyMap<string, number>
  /** Plugins whose failure has a cause outside of them. */
  readonly outside: Pick<OutsideCauses, 'isFreed'>
  /** When something was last tried, on the monotonic clock, by key of plugin. */
  readonly triedAt: ReadonlyMap<string, number>
  /** When this process began to look after plugins, on the same clock. */
  readonly startedAt: number
}

/** Everything that a pass can read and write. */
export interface PluginContext extends PluginReads {
  readonly renders: RenderCache
  /** Where patches are applied. */
  readonly transforms: RunTransform
  /** Looks up the digests of images. */
  readonly findDigest: FindImageDigest
  readonly lookups: LookupMemory
  /** Keys of plugins that are looked at again when somebody gives or takes rights. */
  readonly waitForRights: Set<string>
  readonly leavingSince: Map<string, number>
  readonly outside: OutsideCauses
  readonly triedAt: Map<string, number>
  /** Told of every verb on a release that has ended. */
  readonly released: (verb: string, outcome: 'success' | 'failure', milliseconds: number) => void
  readonly identity: string
  readonly entropy: ReleasePorts['entropy']
}

/** Whether a target was found. */
export function isTarget(found: TargetCluster | Obstacle): found is TargetCluster {
  return 'client' in found
}
