import type { Findings } from '../../images/found-image.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { imageKey } from './image-key.ts'
import type { ImageList, ImagePart, ImagePlace, ListedImage } from './image-list.ts'
import { placeOf } from './image-place.ts'

/** The images found in an object, and a function that tells more about a place in it. */
export interface ObjectFindings extends Findings {
  readonly object: KubeObject
  readonly tell?: (path: readonly (string | number)[]) => Partial<ImagePlace>
}

/** The images of objects that are there, each once with all its places. */
export function listObjects(
  objects: readonly ObjectFindings[],
): Pick<ImageList, 'images' | 'parts'> {
  const images = new Map<string, ListedImage>()
  const parts: ImagePart[] = []
  for (const { object, images: found, parts: some, tell } of objects) {
    for (const one of found) {
      const place = { ...placeOf(object, one), ...tell?.(one.path) }
      const key = imageKey(one.reference)
      const before = images.get(key)
      const isCertain = one.confident || before?.certainty === 'certain'
      const why = isCertain ? undefined : (before?.why ?? one.why ?? '')
      images.set(key, {
        image: before?.image ?? one.image,
        reference: before?.reference ?? one.reference,
        certainty: isCertain ? 'certain' : 'maybe',
        with: [],
        ...(why === undefined ? {} : { why }),
        places: [...(before?.places ?? []), place],
      })
    }
    for (const one of some) {
      const { part, text, path } = one
      parts.push({ part, text, place: { ...placeOf(object, one), ...tell?.(path) } })
    }
  }
  return { images: [...images.values()], parts }
}
