import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { formatImage, readImage } from '../../images/image-reference.ts'
import { dockerArchiveSource } from '../../oci/media/docker-archive.ts'
import { layoutSource } from '../../oci/media/layout.ts'
import type { ImageSource } from '../../oci/media/medium.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { ExpansionError } from '../errors.ts'
import { maxPackageBytes } from '../limits.ts'
import type { PackageTree } from '../package/tree.ts'

/** The images of a package. */
export interface PackageImages {
  readonly source: ImageSource
  /** As the layout or archive names them. */
  readonly names: readonly string[]
  /** The file or folder of the package that holds them. */
  readonly place: string
}

const imagesFolder = 'images'
const archives = ['images.tar.gz', 'images.tar'] as const

/** The place of the images in a package; undefined when it has none. */
export function imagesPlace({ entries }: PackageTree): string | undefined {
  if (entries.has(`${imagesFolder}/index.json`)) return imagesFolder
  return archives.find((name) => entries.has(name))
}

/** Opens the images of a package: an OCI layout, or an archive of `docker save`, which is unzipped into the workspace. */
export async function openImages(
  tree: PackageTree,
  workspace: string,
  signal: AbortSignal,
): Promise<PackageImages | undefined> {
  const place = imagesPlace(tree)
  if (place === undefined) return undefined
  const source = await sourceOf(tree, place, workspace, signal)
  return { source, place, names: (await source.names?.(signal)) ?? [] }
}

async function sourceOf(
  { folder, entries }: PackageTree,
  place: string,
  workspace: string,
  signal: AbortSignal,
): Promise<ImageSource> {
  const path = join(folder, place)
  if (place === imagesFolder) return layoutSource(path)
  if (entries.get(place)?.kind !== 'file') {
    throw new ExpansionError('bad-package', `${place} is not a plain file`)
  }
  if (place === 'images.tar') return await dockerArchiveSource(path, signal)
  const plain = join(workspace, 'images.tar')
  if (!(await isThere(plain))) {
    const unzipped = pipeline(createReadStream(path, { signal }), createGunzip(), () => {})
    await writeFileAtomically(plain, bounded(unzipped, place), signal)
  }
  return await dockerArchiveSource(plain, signal)
}

async function* bounded(bytes: Readable | NodeJS.ReadWriteStream, place: string) {
  let total = 0
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    total += chunk.length
    if (total > maxPackageBytes) throw new ExpansionError('too-large', `${place} has no end`)
    yield chunk
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

/** One text for all ways to write an image: with host, with a tag. */
export function fullName(image: string): string {
  const reference = readImage(image)
  if (reference === undefined) return image
  const tag = reference.tag ?? (reference.digest === undefined ? 'latest' : undefined)
  return formatImage({ ...reference, tag })
}

/**
 * The image of an archive that a list means: the one of that name, else the only one whose name ends with it, because
 * older packages list images without the registry that they were saved with.
 */
export function findListed(image: string, names: readonly string[]): string | undefined {
  const wanted = fullName(image)
  const exact = names.find((name) => fullName(name) === wanted)
  if (exact !== undefined) return exact
  const tagged = image.includes(':') || image.includes('@') ? image : `${image}:latest`
  const ending = names.filter((name) => fullName(name).endsWith(`/${tagged}`))
  return ending.length === 1 ? ending[0] : undefined
}
