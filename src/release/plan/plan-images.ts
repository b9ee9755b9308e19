import { compareStrings } from '../../formats/go-string.ts'
import { findImages } from '../../images/find-images.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { PlannedImages } from './plan.ts'

type Read = (text: string) => readonly KubeObject[]

/** Images that come and go between the documents of two states of a release, hooks included. */
export function planImages(
  before: readonly string[],
  after: readonly string[],
  read: Read,
): Pick<PlannedImages, 'added' | 'removed'> {
  const old = new Set(before)
  const young = new Set(after)
  // Nothing comes or goes with documents that are the same.
  if (old.symmetricDifference(young).size === 0) return { added: [], removed: [] }
  const was = imagesOf(old, read)
  const is = imagesOf(young, read)
  return { added: sorted(is.difference(was)), removed: sorted(was.difference(is)) }
}

function imagesOf(texts: ReadonlySet<string>, read: Read): Set<string> {
  const objects = [...texts].flatMap(read)
  return new Set(objects.flatMap((object) => findImages(object).map(({ image }) => image)))
}

function sorted(images: ReadonlySet<string>): readonly string[] {
  return [...images].toSorted(compareStrings)
}
