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
  /** Takes part only if this holds of the run, such as `there is an expansion`; always when absent. */
  readonly when?: string
  /** Where it is carried out, each for itself, such as machines; once when absent. */
  readonly places?: readonly string[]
  /** At how many places at a time; at all when absent. If it is one, none follows a place at which it failed. */
  readonly placesAtATime?: number
  /** Seconds that one attempt may take; no limit when absent. */
  readonly timeoutSeconds?: number
  /** Attempts that may fail before the sequence stops; one when absent. */
  readonly attempts?: number
  /** Seconds that an operator has for it; no limit when absent. */
  readonly delegatedSeconds?: number
  /** Seconds that it takes as a rule, for estimates until a run has measured it. */
  readonly usualSeconds?: number
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
  /** Whether a `when` holds; all of them when absent. */
  readonly holds?: (when: string) => boolean
}

/** How a step stands, as a condition says it. */
export interface Mark {
  readonly step: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: 'Done' | 'Skipped' | 'Delegated' | 'Waiting' | 'Failed'
  readonly message: string
  /** Since when it stands so, in milliseconds since 1970. */
  readonly since?: number
  /** Attempts that failed, the last one included. */
  readonly failures?: number
  /** No further attempt helps before somebody changes something. */
  readonly isFinal?: boolean
  /** The places where it is done. */
  readonly places?: readonly string[]
  /** Seconds that it took. */
  readonly seconds?: number
}

/** The step with this name, or with this name once. */
export function findStep(sequence: Sequence, name: string): Step | undefined {
  return sequence.steps.find((step) => step.name === name || step.formerly?.includes(name) === true)
}
