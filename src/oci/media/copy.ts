import { runBounded } from '../../std/run-bounded.ts'
import type { BlobContent } from '../client/transfer/push-blob.ts'
import { type Digest, isDigest } from '../digest.ts'
import { OciError } from '../errors.ts'
import type { Descriptor } from '../manifest.ts'
import { isIndexType } from '../media-types.ts'
import type { BlobFate } from '../client/transfer/push-blob.ts'
import type { BlobPlaces } from './blob-places.ts'
import type { ImageCopy, ImagePlan, PlannedManifest } from './plan-image.ts'

export interface CopyRun {
  readonly places: BlobPlaces
  /** Waits for its turn at both ends, then works. */
  readonly gate?: <T>(copy: ImageCopy, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
  /** Blobs of one image at a time. */
  readonly concurrency?: number
  /** A tag that stands for something else is left as it is. */
  readonly noClobber?: boolean
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

export interface CopyResult {
  readonly digest: Digest
  readonly blobs: Readonly<Record<BlobFate, number>>
  /** Bytes of the blobs that had to travel. */
  readonly bytes: number
}

const defaultConcurrency = 4

/**
 * Copies what a plan names, byte for byte: blobs of the same registry are mounted, manifests follow when
 * everything they name is there, and the tag is set last, if the source still means the same by it.
 */
export async function carryOut(
  plan: ImagePlan,
  run: CopyRun,
  signal: AbortSignal,
): Promise<CopyResult> {
  const { copy } = plan
  const counts: Record<BlobFate, number> = { uploaded: 0, mounted: 0, there: 0 }
  let bytes = 0
  const copyOne = async (blob: Descriptor, inner: AbortSignal) => {
    const fate = await copyBlob(copy, blob, run, inner)
    counts[fate]++
    if (fate === 'uploaded') bytes += blob.size
    run.onProgress?.({ step: 'blob', how: fate, digest: blob.digest, size: blob.size })
  }
  await runBounded(plan.blobs, run.concurrency ?? defaultConcurrency, copyOne, signal)
  await checkStill(plan, run, signal)
  for (const { manifest, tag } of plan.manifests) {
    await putManifest(copy, { manifest, tag }, signal)
    run.onProgress?.({ step: 'manifest', digest: manifest.digest })
  }
  return { digest: plan.target.digest, blobs: counts, bytes }
}

// Many registries take an index only with all of its images, and say no more than that something is not there.
async function putManifest(
  { to, platforms }: ImageCopy,
  { manifest, tag }: PlannedManifest,
  signal: AbortSignal,
): Promise<void> {
  const isPartial = platforms.kind === 'some' || platforms.kind === 'index-only'
  try {
    await to.putManifest(manifest, tag, signal)
  } catch (cause) {
    const isRefused =
      cause instanceof OciError && (cause.code === 'refused' || cause.code === 'not-found')
    if (!isRefused || !isPartial || !isIndexType(manifest.mediaType)) throw cause
    const advice = `${to.name} takes an index only with all of its images: copy every platform, or put one image in its place (--multi-arch=image)`
    throw new OciError(cause.code, advice, { cause })
  }
}

async function copyBlob(
  copy: ImageCopy,
  blob: Descriptor,
  run: CopyRun,
  signal: AbortSignal,
): Promise<BlobFate> {
  const { from, to } = copy
  const gate = run.gate ?? ((_copy, _signal, work) => work())
  const content = counted(from.blob(blob), run.onProgress)
  const near = from.origin?.host === to.place.host ? from.origin.repository : undefined
  const own = near === to.place.repository ? undefined : near
  return await run.places.bring(to.place, blob.digest, (known) =>
    gate(copy, signal, () => to.putBlob(content, known ?? own, signal)),
  )
}

function counted(content: BlobContent, tell: CopyRun['onProgress']): BlobContent {
  const { digest } = content
  const count = (chunk: Uint8Array) => tell?.({ step: 'bytes', digest, count: chunk.length })
  return { ...content, open: (start, signal) => passOn(content.open(start, signal), count) }
}

async function* passOn(
  stream: AsyncIterable<Uint8Array>,
  tell: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    tell(chunk)
    yield chunk
  }
}

// Only what was copied can have changed meanwhile; a digest never does.
async function checkStill(plan: ImagePlan, run: CopyRun, signal: AbortSignal): Promise<void> {
  const { copy, source, current, manifests } = plan
  const { from, to, reference, tag } = copy
  if (manifests.length === 0) return
  if (!isDigest(reference)) {
    const now = await from.resolve(reference, signal)
    if (now?.digest !== source.digest) {
      const found = now === undefined ? 'is gone' : `is ${now.digest} now`
      const message = `${JSON.stringify(reference)} of ${from.name} was ${source.digest} when the copy began and ${found}; ${to.name} was not tagged`
      throw new OciError('moved', message)
    }
  }
  if (run.noClobber !== true || tag === undefined) return
  const there = await to.resolve(tag, signal)
  if (there?.digest === current?.digest) return
  const message = `${to.name}:${tag} became ${there?.digest ?? 'nothing'} during the copy; it was left so`
  throw new OciError('moved', message)
}
