import type { ImageReference } from '../../images/image-reference.ts'

/** How sure it is that an image runs when the chart is installed as it is asked for. */
export type Certainty = 'certain' | 'with' | 'maybe'

/** A place that names an image. */
export interface ImagePlace {
  readonly kind: string
  readonly name: string
  /** The field, such as `spec.template.spec.containers[0].image`. */
  readonly field: string
  readonly container?: string
  /** Whether it runs at a moment of the release, or as a test of it. */
  readonly moment?: 'hook' | 'test'
  /** The line of a template that wrote it. */
  readonly template?: string
  readonly line?: number
  /** The values that decide what is written there. */
  readonly values?: readonly string[]
}

/** An image that could run, and why. */
export interface ListedImage {
  /** As it is written, tag or digest included. */
  readonly image: string
  readonly reference: ImageReference
  readonly certainty: Certainty
  /**
   * The values that have to be set for it to run, as `--set` takes them; empty when none have to
   * be.
   */
  readonly with: readonly string[]
  /** Why it is not certain. */
  readonly why?: string
  readonly places: readonly ImagePlace[]
}

/** The images of a chart, a release or a cluster. */
export interface ImageList {
  readonly subject: string
  readonly images: readonly ListedImage[]
  /** Registries, folders and tags from which programs make names that only they know. */
  readonly parts: readonly ImagePart[]
  readonly notes: readonly string[]
}

export interface ImagePart {
  readonly part: 'registry' | 'repository' | 'tag'
  readonly text: string
  readonly place: ImagePlace
}
