import { compareStrings } from '../../formats/go-string.ts'
import { imageKey } from '../../mirror/images/image-key.ts'
import type { Certainty, ImageList, ListedImage } from '../../mirror/images/image-list.ts'

const order: readonly Certainty[] = ['certain', 'with', 'maybe']

/** Several lists as one, each image once: with what is surest of it, and all its places. */
export function joinLists(lists: readonly ImageList[]): ImageList {
  const images = new Map<string, ListedImage>()
  for (const one of lists.flatMap((list) => list.images)) {
    const key = imageKey(one.reference)
    const other = images.get(key)
    images.set(key, other === undefined ? one : joined(other, one))
  }
  return {
    subject: lists.map(({ subject }) => subject).join(', '),
    images: [...images.values()].toSorted(bySureness),
    parts: lists.flatMap(({ parts }) => parts),
    notes: lists.flatMap(({ notes }) => notes),
  }
}

function joined(a: ListedImage, b: ListedImage): ListedImage {
  const surer = order.indexOf(b.certainty) < order.indexOf(a.certainty) ? b : a
  return { ...surer, places: [...a.places, ...b.places] }
}

function bySureness(a: ListedImage, b: ListedImage): number {
  return order.indexOf(a.certainty) - order.indexOf(b.certainty) || compareStrings(a.image, b.image)
}
