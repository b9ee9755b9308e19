import { findImages } from '../../images/find-images.ts'
import type { FoundImage } from '../../images/found-image.ts'
import { formatImage } from '../../images/image-reference.ts'
import { isImageInContext } from '../../images/unmistakable.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { readManifest } from '../desired/read-manifest.ts'
import { ReleaseError } from '../errors.ts'
import { localisedOf, noNotes } from './localise-images.ts'
import type { TransformedRender } from './localise-render.ts'
import { rewriteImagesTo } from './rewrite-images.ts'
import { tableOf } from './table-of.ts'
import { transformRender } from './transform-render.ts'

/** The digest that an image has where it is pulled from now; undefined when it is not there. */
export type FindDigest = (image: string, signal: AbortSignal) => Promise<string | undefined>

const questionsAtOnce = 8

/** The render with every image by its digest. An image that certainly runs and is not there fails it. */
export async function lockDigests(
  rendered: TransformedRender,
  { find, table: rows }: { readonly find: FindDigest; readonly table?: string | undefined },
  signal: AbortSignal,
): Promise<TransformedRender> {
  const documents = [...rendered.manifests, ...rendered.hooks]
  const objects = documents.flatMap(({ text }) => readManifest(text))
  const table = tableOf(rows === undefined ? {} : { table: rows })
  const found = objects.flatMap((object) => findImages(object, table)).filter(isMovable)
  const images = new Map<string, FoundImage>()
  const map: Record<string, string> = {}
  for (const one of found) {
    if (one.reference.digest !== undefined) map[one.image] = one.image
    else if (images.get(one.image)?.confident !== true) images.set(one.image, one)
  }
  const ask = async ([image, one]: readonly [string, FoundImage], inner: AbortSignal) => {
    const digest = await find(tagged(one), inner)
    if (digest !== undefined) map[image] = `${withTag(one)}@${digest}`
    else if (one.confident) throw notThere(image)
  }
  await runBounded([...images], questionsAtOnce, ask, signal)
  const notes = noNotes()
  for (const { from, to } of rendered.localised?.moved ?? []) notes.steps.set(to, from)
  const lock = rewriteImagesTo({ map }, table, ({ from, to }) => notes.steps.set(to, from))
  const locked = transformRender(rendered, [lock])
  const { moved } = localisedOf(notes)
  return { ...locked, localised: { foreign: [], ...rendered.localised, moved } }
}

// A word that only its field calls an image may be anything.
function isMovable({ confident, reference }: FoundImage): boolean {
  return confident || isImageInContext(reference)
}

function tagged({ reference }: FoundImage): string {
  return formatImage({ ...reference, tag: reference.tag ?? 'latest' })
}

function withTag({ image, reference }: FoundImage): string {
  return reference.tag === undefined ? `${image}:latest` : image
}

function notThere(image: string): ReleaseError {
  const message = `images.digests is lookup, and ${image} is not there to look up`
  return new ReleaseError('image-missing', message)
}
