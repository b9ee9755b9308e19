/** One step of a sequence. Its name is published: specs, skip lists and other people's operators refer to it. */
export interface Step {
  readonly name: string
  /** One line about it, for documents and messages. */
  readonly about: string
  /** Whether a skip list may leave it out. */
  readonly mayBeSkipped: boolean
  /** Whether somebody else may carry it out. */
  readonly mayBeDelegated: boolean
  /** Looked at again in every pass; any other step is over once it was done. */
  readonly repeats: boolean
  /** Names that it had in earlier releases: old lists go on working. */
  readonly formerly?: readonly string[]
}

/** Named steps in the order in which they are carried out. */
export interface Sequence {
  /** A name for the steps, for a sentence: `a condition of a cluster`. */
  readonly noun: string
  readonly steps: readonly Step[]
}

/** The steps that somebody wants to be skipped or delegated. */
export interface Choices {
  readonly skip: readonly string[]
  readonly delegate: readonly string[]
}

/** How a step stands, as a condition says it. */
export interface Mark {
  readonly step: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: 'Done' | 'Skipped' | 'Delegated' | 'Waiting' | 'Failed'
  readonly message: string
}

/** The step with this name, or with this name once. */
export function findStep(sequence: Sequence, name: string): Step | undefined {
  return sequence.steps.find((step) => step.name === name || step.formerly?.includes(name) === true)
}
