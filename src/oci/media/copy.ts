import { runBounded } from '../../std/run-bounded.ts'
import type { Digest } from '../digest.ts'
import { OciError } from '../errors.ts'
import { maxImageManifestBytes, maxIndexDepth, maxManifestsPerImage } from '../limits.ts'
import { type Descriptor, type Platform, type RawManifest, parseManifest } from '../manifest.ts'
import { isForeignLayer } from '../media-types.ts'
import type { ImageSink, ImageSource } from './medium.ts'

export interface CopyOptions {
  readonly from: ImageSource
  readonly to: ImageSink
  /** A tag or digest of the source. */
  readonly reference: string
  /** The tag at the sink; without one the image is there by its digest alone. */
  readonly tag: string | undefined
  /** Which parts of an index are copied; all when not given. The index itself never changes. */
  readonly wants?: (platform: Platform | undefined) => boolean
  /** Blobs at a time. */
  readonly concurrency?: number
  readonly onProgress?: (event: CopyEvent) => void
}

export type CopyEvent =
  | {
      readonly step: 'blob'
      readonly how: BlobFate
      readonly digest: Digest
      readonly size: number
    }
  | { readonly step: 'bytes'; readonly digest: Digest; readonly count: number }
  | { readonly step: 'manifest'; readonly digest: Digest }

export type BlobFate = 'uploaded' | 'mounted' | 'there'

export interface CopyResult {
  readonly digest: Digest
  readonly blobs: Readonly<Record<BlobFate, number>>
  /** Bytes of the blobs that had to travel. */
  readonly bytes: number
}

const defaultConcurrency = 4

/**
 * Copies an image, a chart or any other artefact, byte for byte: what the sink has is skipped, blobs of
 * the same registry are mounted, manifests follow when everything they name is there.
 */
export async function copyImage(options: CopyOptions, signal: AbortSignal): Promise<CopyResult> {
  const { from, to, reference, tag } = options
  const root = await from.resolve(reference, signal)
  if (root === undefined) {
    throw new OciError('not-found', `${JSON.stringify(reference)} is not in ${from.name}`)
  }
  const tree = await collect(options, root, signal)
  const counts: Record<BlobFate, number> = { uploaded: 0, mounted: 0, there: 0 }
  let bytes = 0
  const copyOne = async (blob: Descriptor, signal: AbortSignal) => {
    const fate = await copyBlob(options, blob, signal)
    counts[fate]++
    if (fate === 'uploaded') bytes += blob.size
    options.onProgress?.({ step: 'blob', how: fate, digest: blob.digest, size: blob.size })
  }
  const limit = options.concurrency ?? defaultConcurrency
  await runBounded([...tree.blobs.values()], limit, copyOne, signal)
  for (const manifest of tree.manifests) {
    await to.putManifest(manifest, manifest.digest === root.digest ? tag : undefined, signal)
    options.onProgress?.({ step: 'manifest', digest: manifest.digest })
  }
  return { digest: root.digest, blobs: counts, bytes }
}

interface Tree {
  /** Children before parents. */
  readonly manifests: RawManifest[]
  readonly blobs: Map<Digest, Descriptor>
  readonly seen: Set<Digest>
  size: number
}

async function collect(options: CopyOptions, root: Descriptor, signal: AbortSignal): Promise<Tree> {
  const tree: Tree = { manifests: [], blobs: new Map(), seen: new Set(), size: 0 }
  await visit(options, root, { tree, depth: 0 }, signal)
  return tree
}

async function visit(
  options: CopyOptions,
  descriptor: Descriptor,
  { tree, depth }: { readonly tree: Tree; readonly depth: number },
  signal: AbortSignal,
): Promise<void> {
  if (tree.seen.has(descriptor.digest)) return
  tree.seen.add(descriptor.digest)
  const what = `manifest ${descriptor.digest} of ${options.from.name}`
  checkBounds(tree, depth, what)
  const raw = await options.from.manifest(descriptor, signal)
  tree.size += raw.bytes.length
  const manifest = parseManifest(raw, what)
  if (manifest.kind === 'index') {
    const wants = options.wants ?? (() => true)
    for (const child of manifest.manifests.filter(({ platform }) => wants(platform))) {
      await visit(options, child, { tree, depth: depth + 1 }, signal)
    }
  } else if (!(await options.to.hasManifest(descriptor, signal))) {
    const parts = [manifest.config, ...manifest.layers]
    const blobs = parts.filter(({ mediaType }) => !isForeignLayer(mediaType))
    for (const blob of blobs) tree.blobs.set(blob.digest, blob)
  }
  // Its own media type, which a listing may have left out.
  tree.manifests.push({ ...raw, mediaType: manifest.mediaType })
}

function checkBounds(tree: Tree, depth: number, what: string): void {
  if (depth > maxIndexDepth) throw new OciError('too-large', `${what} is nested too deep`)
  const isTooMuch = tree.seen.size > maxManifestsPerImage || tree.size > maxImageManifestBytes
  if (isTooMuch)
    throw new OciError('too-large', `${what} is part of an image of too many manifests`)
}

async function copyBlob(
  { from, to, onProgress }: CopyOptions,
  blob: Descriptor,
  signal: AbortSignal,
): Promise<BlobFate> {
  if (await to.hasBlob(blob, signal)) return 'there'
  const content = from.blob(blob)
  const counted = {
    ...content,
    open: (start: number, signal: AbortSignal) =>
      count(content.open(start, signal), (count) =>
        onProgress?.({ step: 'bytes', digest: blob.digest, count }),
      ),
  }
  return await to.putBlob(counted, from.origin, signal)
}

async function* count(
  stream: AsyncIterable<Uint8Array>,
  tell: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    tell(chunk.length)
    yield chunk
  }
}
