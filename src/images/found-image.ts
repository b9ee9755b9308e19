import type { ImageReference } from './image-reference.ts'

export type ImagePath = readonly (string | number)[]

/** An image that an object names. */
export interface FoundImage {
  /** As it is written; `repository:tag` where those are fields of their own. */
  readonly image: string
  readonly reference: ImageReference
  /** The fields and list positions that lead to it from the object. */
  readonly path: ImagePath
  /** The container that runs it, or that is told of it. */
  readonly container?: string
  /** Where it is written: the whole text, the end of a text after something, or fields of their own. */
  readonly written: 'text' | 'fields' | { readonly after: string }
  /** Whether it certainly is an image that will be run; only those are rewritten. */
  readonly confident: boolean
}
