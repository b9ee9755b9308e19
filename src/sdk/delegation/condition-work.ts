import type { KubeClient } from '../../kube/client.ts'
import type { KubeObject } from '../../objects/kube-object.ts'

/** A condition that is to be brought about, for the function that does it. */
export interface ConditionWork {
  /** The Cluster as it was when the work began. */
  readonly cluster: KubeObject
  readonly condition: string
  /** When the platform gives it up; undefined when never. */
  readonly until: Date | undefined
  /** Writes only while the claim is held, so that no two replicas work on it. */
  readonly client: KubeClient
  /** Tells people how far it is. */
  readonly report: (message: string) => Promise<void>
  /** Given when the claim is lost, the time is over, or nobody asks any more: stop at once. */
  readonly signal: AbortSignal
}

/**
 * Brings a condition about, and says in a line what came of it. It looks at what is there first: a process may have died in
 * the middle. A `ConditionFailed` ends it; any other error is tried again.
 */
export type BringAbout = (work: ConditionWork) => Promise<string>

/** Says that a condition cannot be brought about before a person changes something. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed'
}
