import type { FoundImage, FoundPart, ImagePath, Slot } from './found-image.ts'
import { type ImageTable, flagMeaning } from './tables/image-table.ts'
import { namesImage, namesImageAddress, namesImages, partNamed, wordsOf } from './name-words.ts'
import { isImageInContext, isUnmistakable, looksLikeImage } from './unmistakable.ts'
import { isDockerAddress, wholeImage } from './whole-image.ts'

const looks = 'it looks like an image, though its name does not say so'

/** The image that a text is, judged by what it is called. */
export function namedImage(
  text: string,
  name: string,
  path: ImagePath,
  table: ImageTable,
): FoundImage | undefined {
  const found = wholeImage(text, path)
  if (found === undefined) return undefined
  const { reference } = found
  if (isUnmistakable(reference) || isAddressed(found, text, name)) return found
  const isCalled = namesImage(name) || flagMeaning(table, name) === 'image'
  if (isCalled) return isImageInContext(reference) ? found : undefined
  if (!looksLikeImage(reference, name)) return undefined
  return { ...found, confident: false, why: looks }
}

/** Whether it is an image by the address that it is: `docker://…`, or an image on a host of its own where an address of one is wanted. */
export function isAddressed({ reference }: FoundImage, text: string, name: string): boolean {
  if (isDockerAddress(text)) return isImageInContext(reference)
  const { hasHost, tag, digest } = reference
  return namesImageAddress(name) && hasHost && (tag !== undefined || digest !== undefined)
}

// `3.9.0=quay.io/strimzi/kafka:1` by lines, or images with commas or blanks between them.
const items = /[^\s,;]+/g
const pair = /^(?:[\w.-]+=)?(.*)$/s

/** The images of a list in one text, where its name says that it is one. */
export function listedImages(text: string, name: string, path: ImagePath): FoundImage[] {
  if (!namesImages(name) && !namesImage(name)) return []
  const found = [...text.matchAll(items)].map((match) => {
    const [item] = match
    const image = pair.exec(item)?.[1] ?? ''
    const one = wholeImage(image, path)
    if (one === undefined || !isImageInContext(one.reference)) return undefined
    return shifted(one, match.index + item.length - image.length)
  })
  // A sentence in which a word happens to look like an image is no list.
  return found.every((one) => one !== undefined) ? found : []
}

/** The image with all that is known of its place moved into a longer text. */
export function shifted(image: FoundImage, by: number, outer?: Partial<Slot>): FoundImage {
  const slots = Object.entries(image.slots).map(([role, slot]) => {
    const { start, end } = slot
    return [role, { ...slot, ...outer, start: start + by, end: end + by }] as const
  })
  return { ...image, slots: Object.fromEntries(slots) }
}

const imageWords = new Set(['docker', 'image', 'images', 'container'])
const registryText = /^[a-z0-9][a-z0-9.:_/-]*$/

/** The registry, repository or tag that a text is alone, where its name or a row of the table says so. */
export function namedPart(
  text: string,
  name: string,
  slot: Slot,
  table: ImageTable,
): FoundPart | undefined {
  if (flagMeaning(table, name) === 'registry' && registryText.test(text))
    return { part: 'registry', text, path: slot.path, slot, isKnown: true }
  const part = partNamed(name)
  if (part === undefined || text === '' || /^(?:true|false|\d+)$/.test(text)) return undefined
  if (part === 'tag')
    return /^\w[\w.-]*$/.test(text)
      ? { part, text, path: slot.path, slot, isKnown: false }
      : undefined
  // `--registry=txt` means another sort of registry.
  const isPlace = /[.:/]/.test(text) || wordsOf(name).some((word) => imageWords.has(word))
  if (!isPlace || !registryText.test(text)) return undefined
  return { part, text, path: slot.path, slot, isKnown: false }
}
