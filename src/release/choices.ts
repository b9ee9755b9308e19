import type { AdoptChoices } from './ownership/adopt.ts'
import type { ReleaseOwning } from './ownership/check-release-owner.ts'

/** How a verb goes about its work: the same for all that change objects. */
export interface ReleaseChoices extends AdoptChoices, ReleaseOwning {
  /** Milliseconds for each hook and for each wait. */
  readonly timeout: number
  /** The things awaited besides hooks: none, the applied objects, or also the end of their Jobs. */
  readonly wait: 'hooks' | 'ready' | 'jobs'
  readonly hooks: 'run' | 'skip'
  /** The treatment of a field that somebody else owns and that we want otherwise. */
  readonly conflicts: 'fail' | 'take' | 'yield'
  /**
   * The treatment of a field that cannot be changed: the object may be deleted and created again.
   */
  readonly immutable: 'fail' | 'recreate'
  /** Whether a revision that another program left unfinished may be given up. */
  readonly takeOver: boolean
  /** Whether a failure is undone: an install by uninstalling, an upgrade by rolling back. */
  readonly onFailure: 'stay' | 'undo'
  /** Whether objects that a failed change created are deleted. */
  readonly cleanupOnFail: boolean
  /** Revisions that are kept; 0 for all. */
  readonly maxHistory: number
  /** Of the user, for the record; an empty one takes a label away. */
  readonly labels: Readonly<Record<string, string>>
  readonly description?: string
}

/** The treatment of the definitions in crds/: left alone, created where absent, or applied. */
export type CrdChoice = 'skip' | 'create' | 'upgrade'

/** How the definitions in crds/ are brought to a cluster. */
export interface CrdChoices {
  readonly crds: CrdChoice
  /** Whether a definition is applied that could harm objects of its kind; refused by default. */
  readonly crdDangers?: 'refuse' | 'accept'
}
