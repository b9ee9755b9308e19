import { runBounded } from '../../std/run-bounded.ts'
import type { Digest } from '../../oci/digest.ts'
import { maxIndexDepth, maxManifestsPerImage } from '../../oci/limits.ts'
import { type Descriptor, parseManifest } from '../../oci/manifest.ts'
import { isForeignLayer } from '../../oci/media-types.ts'
import type { ImageSource } from '../../oci/media/medium.ts'
import { ExpansionError } from '../errors.ts'

/** An image and all that belongs to it. */
export interface ReachedImage {
  readonly image: string
  readonly root: Descriptor
  /** Manifests, configs and layers, each once. */
  readonly blobs: readonly Descriptor[]
}

const parallelImages = 8

/** Finds everything that images of a source consist of. */
export async function reachImages(
  images: readonly { readonly image: string; readonly reference: string }[],
  source: ImageSource,
  signal: AbortSignal,
): Promise<readonly ReachedImage[]> {
  const reached: ReachedImage[] = []
  // The index of a layout is read once for all of them.
  const roots = await source.findTags(
    images.map(({ reference }) => reference),
    signal,
  )
  const reach = async (
    [at, { image, reference }]: readonly [number, (typeof images)[number]],
    inner: AbortSignal,
  ) => {
    const root = roots.get(reference) ?? (await source.resolve(reference, inner))
    if (root === undefined) {
      throw new ExpansionError('bad-package', `${image} is not in ${source.name}`)
    }
    const blobs = new Map<Digest, Descriptor>()
    await visit(root, { source, blobs }, 0, inner)
    reached[at] = { image, root, blobs: [...blobs.values()] }
  }
  await runBounded([...images.entries()], parallelImages, reach, signal)
  return reached
}

interface Walk {
  readonly source: ImageSource
  readonly blobs: Map<Digest, Descriptor>
}

async function visit(
  descriptor: Descriptor,
  walk: Walk,
  depth: number,
  signal: AbortSignal,
): Promise<void> {
  const { source, blobs } = walk
  if (blobs.has(descriptor.digest)) return
  if (depth > maxIndexDepth || blobs.size > maxManifestsPerImage * 100) {
    throw new ExpansionError('too-large', `${descriptor.digest} of ${source.name} has no end`)
  }
  const { mediaType, digest, size } = descriptor
  blobs.set(digest, { mediaType, digest, size })
  const raw = await source.manifest(descriptor, signal)
  const manifest = parseManifest(raw, `manifest ${digest} of ${source.name}`)
  if (manifest.kind === 'index') {
    for (const child of manifest.manifests) await visit(child, walk, depth + 1, signal)
    return
  }
  for (const blob of [manifest.config, ...manifest.layers]) {
    if (!isForeignLayer(blob.mediaType)) blobs.set(blob.digest, blob)
  }
}
