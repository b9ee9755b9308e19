import type { FoundImage, ImagePath } from './found-image.ts'
import { readImage } from './image-reference.ts'

const schemes = /^(?:docker|oci):\/\//

/** The image that a text is, with or without `docker://` or `oci://` before it; undefined when it is none. */
export function wholeImage(text: string, path: ImagePath): FoundImage | undefined {
  const start = schemeLength(text)
  const image = text.slice(start)
  const reference = readImage(image)
  if (reference === undefined) return undefined
  const slots = { whole: { path, start, end: text.length } }
  return { image, reference, path, slots, confident: true }
}

/** How many characters of a text say by which protocol it is pulled. */
export function schemeLength(text: string): number {
  return schemes.exec(text)?.[0].length ?? 0
}

/** Whether a text says itself that it is an image; charts and packages have `oci://` as well. */
export function isDockerAddress(text: string): boolean {
  return text.startsWith('docker://')
}
