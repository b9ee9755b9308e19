import type { ImageReference } from './image-reference.ts'

export type ImagePath = readonly (string | number)[]

/** A stretch of a text in an object: half open, counted in UTF-16 units of the text itself. */
export interface Slot {
  /** The fields and list positions that lead to the text from the object. */
  readonly path: ImagePath
  readonly start: number
  readonly end: number
  /** How the text is written in the object, where positions count in what it stands for. */
  readonly encoding?: 'base64'
}

/** The parts that an image is written in: one text, or one or more parts that are put together. */
export type ImageRole = 'whole' | 'registry' | 'repository' | 'name' | 'tag' | 'digest'
export type ImageSlots = Readonly<Partial<Record<ImageRole, Slot>>>

/** An image that an object names. */
export interface FoundImage {
  /** As it is written; put together where its parts have fields of their own. */
  readonly image: string
  readonly reference: ImageReference
  /** Where the most telling part of it stands. */
  readonly path: ImagePath
  /** The container that runs it, or that has it as an argument or variable. */
  readonly container?: string
  readonly slots: ImageSlots
  /** Whether it certainly is an image that will be run once the object is there. */
  readonly confident: boolean
  /** Why it is not certain. */
  readonly why?: string
}

/** A registry, repository or tag from which a program makes images whose other parts only it knows. */
export interface FoundPart {
  readonly part: 'registry' | 'repository' | 'tag'
  readonly text: string
  readonly path: ImagePath
  readonly slot: Slot
  /** Whether a row of the table told of it: what only its name says may be meant otherwise, and is not moved. */
  readonly isKnown: boolean
}

export interface Findings {
  readonly images: readonly FoundImage[]
  readonly parts: readonly FoundPart[]
}

/** The whole of a text as a slot. */
export function wholeSlot(path: ImagePath, text: string): Slot {
  return { path, start: 0, end: text.length }
}
