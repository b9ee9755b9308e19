import type { FencedClient } from '../../../../controller/election/fenced-client.ts'
import type { Cluster } from '../../../../kinds/cluster.ts'
import type { Expansion } from '../../../../kinds/expansion.ts'
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
  readonly expansions: KindStore<Expansion>
  /** Where packages of Expansions and their staged files are; none are carried out when undefined. */
  readonly expansionFolder: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether this operator is responsible for a cluster. */
  readonly manages: (cluster: string) => boolean
}
