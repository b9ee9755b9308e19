import { readImage } from '../../images/image-reference.ts'
import { ExpansionError } from '../errors.ts'

/** The repository of an image in a registry of the site, without its host: the package's folder, then its own path. */
export function imageRepository(image: string, namespace: string): string {
  const reference = readImage(image)
  if (reference === undefined) {
    throw new ExpansionError('bad-package', `${image} is no name of an image`)
  }
  return namespace === '' ? reference.repository : `${namespace}/${reference.repository}`
}
