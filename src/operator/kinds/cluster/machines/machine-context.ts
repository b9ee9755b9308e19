import type { FencedClient } from '../../../../controller/election/fenced-client.ts'
import type { Cluster } from '../../../../kinds/cluster.ts'
import type { KindStore } from '../../../pass/kind-store.ts'

/** Everything that the work on machines needs. */
export interface MachineContext {
  readonly client: FencedClient
  readonly clusters: KindStore<Cluster>
  readonly platformNamespace: string
  /** The folder of the providers that came with the program. */
  readonly providers: string
  /** A private folder: keys of machines and what ssh needs. */
  readonly folder: string
  /** Staged files of expansions: a folder for each, with `staged/` in it. */
  readonly expansions: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a cluster is ours to look after. */
  readonly manages: (cluster: string) => boolean
}
