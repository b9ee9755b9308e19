import type { Answer } from '../../clusters/ask-cluster.ts'
import type { CredentialsSeen } from '../../clusters/cluster-connections.ts'
import type { Cluster } from '../../../kinds/cluster.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { Profile } from '../../../kinds/profile.ts'
import type { Mark } from '../../../sequence/sequence.ts'

/** An instance of a profile that could not be written. */
export interface ProfileInstanceFailure {
  readonly extension: string
  readonly message: string
}

/** Everything that a pass over a Cluster knows before it decides. */
export interface Observation {
  readonly cluster: Cluster
  /** The problems of its skip and delegate lists. */
  readonly problems: readonly string[]
  readonly credentials: CredentialsSeen
  readonly answer: Answer | { readonly silence: string }
  /** How its conditions stood. */
  readonly marks: readonly Mark[]
  /** Those that match it, the strongest first. */
  readonly profiles: readonly Profile[]
  /** All that are for this cluster. */
  readonly instances: readonly ExtensionInstance[]
  /** The instance with a name in the Cluster's namespace, for this cluster or another. */
  readonly instanceAt: (name: string) => ExtensionInstance | undefined
  readonly plugins: readonly Plugin[]
  /** The instances that this pass tried to give in vain. */
  readonly failures: readonly ProfileInstanceFailure[]
  /** RFC 3339. */
  readonly now: string
}
