import { type ImageReference, formatImage } from '../../images/image-reference.ts'

/** The same for references to the same image, however they are written. */
export function imageKey(reference: ImageReference): string {
  const { tag, digest } = reference
  const isBare = tag === undefined && digest === undefined
  return formatImage({ ...reference, tag: isBare ? 'latest' : tag })
}
