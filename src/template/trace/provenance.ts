import type { Value } from '../../formats/value.ts'
import { noReads, type ReadSet } from './read-set.ts'

/** A line of a template, and the line that called the template where it was included. */
export interface TemplatePosition {
  /** The template file, such as `chart/templates/a.yaml`. */
  readonly template: string
  /** Counted from 1. */
  readonly line: number
  readonly caller: TemplatePosition | undefined
}

/** Where one line of a text comes from. */
export interface LineOrigin {
  readonly reads: ReadSet
  readonly place: TemplatePosition | undefined
  /** The reads that the line depends on in addition if the text after it goes on with it. */
  readonly joined?: ReadSet
}

/**
 * The origin of a value, as far as it is known. ContainerOrigins know the origins of a container's
 * contents.
 */
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
