import { readImage } from '../../images/image-reference.ts'
import type { PackageProblem } from '../errors.ts'
import { findListed, fullName, imagesPlace, openImages } from '../images/open-images.ts'
import type { Package } from '../package/open-package.ts'
import { operatorOf } from '../package/package-operator.ts'

/** The problems of the images of a package. */
export async function checkImages(
  { tree, declaration }: Package,
  workspace: string,
  signal: AbortSignal,
): Promise<readonly PackageProblem[]> {
  const { content, placeOf } = declaration
  const place = imagesPlace(tree)
  const operator = operatorOf(content)
  const listed = [
    ...content.images.map((image, index) => ({ image, place: placeOf('images', index) })),
    ...(operator?.is === 'image' ? [{ image: operator.image, place: placeOf('operator') }] : []),
  ]
  const bad = listed.flatMap(({ image, place }): readonly PackageProblem[] =>
    readImage(image) === undefined
      ? [{ ...place, message: `${image} is no name of an image`, level: 'error' }]
      : [],
  )
  const wrong = [...bad, ...listedTwice(content.images, (index) => placeOf('images', index))]
  if (place === undefined) {
    const first = listed[0]
    if (first === undefined || content.images_loaded) return wrong
    const message = 'images are listed, and there is neither images/ nor images.tar.gz'
    return [...wrong, { ...first.place, message, level: 'error' }]
  }
  const names = await namesOf({ tree, workspace, place }, signal)
  if (typeof names === 'string') return [...wrong, { file: place, message: names, level: 'error' }]
  const missing = listed.flatMap(({ image, place: at }): readonly PackageProblem[] => {
    if (findListed(image, names) !== undefined || readImage(image) === undefined) return []
    return [{ ...at, message: `${image} is listed and not in ${place}`, level: 'error' }]
  })
  const meant = new Set(listed.map(({ image }) => findListed(image, names)))
  const unlisted = names
    .filter((name) => !meant.has(name))
    .map((name): PackageProblem => {
      const message = `has ${fullName(name)}, which is not listed under images`
      return { file: place, message, level: 'error' }
    })
  return [...wrong, ...missing, ...unlisted]
}

function listedTwice(
  images: readonly string[],
  placeOf: (index: number) => Pick<PackageProblem, 'file' | 'line'>,
): readonly PackageProblem[] {
  const names = images.map(fullName)
  return names.flatMap((name, index): readonly PackageProblem[] =>
    names.indexOf(name) < index
      ? [{ ...placeOf(index), message: `${images[index]} is listed twice`, level: 'error' }]
      : [],
  )
}

async function namesOf(
  { tree, workspace, place }: Pick<Package, 'tree'> & { workspace: string; place: string },
  signal: AbortSignal,
): Promise<readonly string[] | string> {
  try {
    return (await openImages(tree, workspace, signal))?.names ?? []
  } catch (error) {
    signal.throwIfAborted()
    return `${place} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
