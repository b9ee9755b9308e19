import { compareStrings } from '../../formats/go-string.ts'
import { findImages } from '../../images/find-images.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { PlannedImages } from './plan.ts'

/** Images that come and go between two states of a release, hooks included. */
export function planImages(
  before: readonly KubeObject[],
  after: readonly KubeObject[],
): PlannedImages {
  const was = imagesOf(before)
  const is = imagesOf(after)
  return { added: sorted(is.difference(was)), removed: sorted(was.difference(is)) }
}

function imagesOf(objects: readonly KubeObject[]): Set<string> {
  return new Set(objects.flatMap((object) => findImages(object).map(({ image }) => image)))
}

function sorted(images: ReadonlySet<string>): readonly string[] {
  return [...images].toSorted(compareStrings)
}
