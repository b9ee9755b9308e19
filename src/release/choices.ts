/** How a verb goes about its work: the same for all that change objects. */
export interface ReleaseChoices {
  /** Milliseconds for each hook and for each wait. */
  readonly timeout: number
  /** What is awaited besides hooks: nothing, what was applied, or also the end of its Jobs. */
  readonly wait: 'hooks' | 'ready' | 'jobs'
  readonly hooks: 'run' | 'skip'
  /** What happens where somebody else owns a field that we want otherwise. */
  readonly conflicts: 'fail' | 'take' | 'yield'
  /** What happens where a field cannot be changed: the object may be deleted and created again. */
  readonly immutable: 'fail' | 'recreate'
  /** Whether a revision that another program left unfinished may be given up. */
  readonly takeOver: boolean
  /** Whether objects without the metadata of this release are made part of it. */
  readonly takeOwnership: boolean
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

/** What becomes of the definitions in crds/: left alone, created where absent, or applied. */
export type CrdChoice = 'skip' | 'create' | 'upgrade'

/** How the definitions in crds/ are brought to a cluster. */
export interface CrdChoices {
  readonly crds: CrdChoice
  /** Whether a definition is applied that could harm objects of its kind; refused unless told. */
  readonly crdDangers?: 'refuse' | 'accept'
}
