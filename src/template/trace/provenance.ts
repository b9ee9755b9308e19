import type { Value } from '../../formats/value.ts'
import { noReads, type ReadSet } from './read-set.ts'

/** A line of a template, and the line that called the template where it was included. */
export interface Place {
  /** The template file, such as `chart/templates/a.yaml`. */
  readonly template: string
  /** Counted from 1. */
  readonly line: number
  readonly caller: Place | undefined
}

/** Where one line of a text comes from. */
export interface LineOrigin {
  readonly reads: ReadSet
  readonly place: Place | undefined
  /** What the line owes besides if what follows the text goes on with it. */
  readonly joined?: ReadSet
}

/** What is known of where a value comes from. What is inside a container is known by its Shadow. */
export interface Provenance {
  /** Everything that decided the value; of a container, that it is there. */
  readonly reads: ReadSet
  /** By line, for texts that templates and functions built line by line. */
  readonly lines?: readonly LineOrigin[]
  /** The container that a text was written from, unchanged. */
  readonly written?: Value
  /** For an entry of a container: what decided that it is there at all. */
  readonly presence?: ReadSet
}

/** A value on its way through a template. */
export interface Traced {
  readonly value: Value
  readonly from: Provenance
}

export const nowhere: Provenance = { reads: noReads }
