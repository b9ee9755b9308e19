import { runBounded } from '../../std/run-bounded.ts'
import type { Digest } from '../digest.ts'
import { OciError } from '../errors.ts'
import { maxImageManifestBytes, maxIndexDepth, maxManifestsPerImage } from '../limits.ts'
import { type Descriptor, type Manifest, type RawManifest, parseManifest } from '../manifest.ts'
import { isForeignLayer, isIndexType, isManifestType } from '../media-types.ts'
import { findAttached } from './attached.ts'
import type { ImageSink, ImageSource } from './medium.ts'
import { type PlatformChoice, oneImage, platformText, wantedImages } from './platform-choice.ts'

/** One image that is to be copied. */
export interface ImageCopy {
  readonly from: ImageSource
  readonly to: ImageSink
  /** A tag or digest of the source. */
  readonly reference: string
  /** The tag at the sink; without one the image is there by its digest alone. */
  readonly tag: string | undefined
  readonly platforms: PlatformChoice
  /** Whether signatures, attestations and SBOMs go along. */
  readonly attached: 'along' | 'left'
}

/** The work of copying an image, as the source and the sink are now. */
export interface ImagePlan {
  readonly copy: ImageCopy
  /** The descriptor that the reference stands for at the source. */
  readonly source: Descriptor
  /** The descriptor that the tag is to stand for at the sink. */
  readonly target: Descriptor
  /** The descriptor that the tag stands for there now. */
  readonly current: Descriptor | undefined
  /** Manifests that the sink lacks, children before parents; the target is the last of them. */
  readonly manifests: readonly PlannedManifest[]
  /** Blobs that the sink lacks. */
  readonly blobs: readonly Descriptor[]
  /** All that belongs to the image and was looked at, for a check afterwards. */
  readonly all: readonly Descriptor[]
}

export interface PlannedManifest {
  readonly manifest: RawManifest
  readonly tag: string | undefined
}

const parallelQuestions = 8

/** Asks source and sink what has to be copied; nothing is changed. */
export async function planImage(copy: ImageCopy, signal: AbortSignal): Promise<ImagePlan> {
  const { from, to, reference, tag, platforms } = copy
  const [source, current] = await Promise.all([
    from.resolve(reference, signal),
    tag === undefined ? undefined : to.resolve(tag, signal),
  ])
  if (source === undefined) {
    throw new OciError('not-found', `${JSON.stringify(reference)} is not in ${from.name}`)
  }
  const walk = new Walk(copy, current?.digest)
  const target = platforms.kind === 'image' ? await walk.choose(source, signal) : source
  await walk.visit(target, tag, 0, signal)
  const blobs = await walk.missingBlobs(signal)
  return { copy, source, target, current, manifests: walk.manifests, blobs, all: walk.all }
}

class Walk {
  /** Children before parents. */
  readonly manifests: PlannedManifest[] = []
  readonly all: Descriptor[] = []
  private readonly copy: ImageCopy
  private readonly known: Digest | undefined
  private readonly blobs = new Map<Digest, Descriptor>()
  private readonly seen = new Set<Digest>()
  /** Manifests that the source names and has not. */
  private readonly lacking = new Set<Digest>()
  private size = 0

  constructor(copy: ImageCopy, known: Digest | undefined) {
    this.copy = copy
    this.known = known
  }

  /** The image of the wanted platform in the place of an index. */
  async choose(root: Descriptor, signal: AbortSignal): Promise<Descriptor> {
    const { platforms, from } = this.copy
    if (platforms.kind !== 'image' || isManifestType(root.mediaType)) return root
    const { manifest } = await this.read(root, signal)
    if (manifest.kind === 'image') return root
    return oneImage(manifest.manifests, platforms.platform, `${from.name}@${root.digest}`)
  }

  async visit(
    descriptor: Descriptor,
    tag: string | undefined,
    depth: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.seen.has(descriptor.digest)) return
    this.seen.add(descriptor.digest)
    this.checkBounds(descriptor, depth)
    this.all.push(descriptor)
    const { to } = this.copy
    const isTagged = tag !== undefined && this.known === descriptor.digest
    const isThere = isTagged || (await to.hasManifest(descriptor, signal))
    // An index that is there says nothing of its images: some may have been left out before.
    const mustRead =
      !isThere || !isManifestType(descriptor.mediaType) || (tag !== undefined && !isTagged)
    const read = mustRead ? await this.read(descriptor, signal) : undefined
    if (read?.manifest.kind === 'index') await this.visitIndex(read.manifest, depth, signal)
    else if (read !== undefined && !isThere) this.noteBlobs(read.manifest)
    if (this.copy.attached === 'along') await this.visitAttached(descriptor.digest, depth, signal)
    if (read === undefined || isTagged || (isThere && tag === undefined)) return
    // Its own media type, which a listing may have left out.
    this.manifests.push({ manifest: { ...read.raw, mediaType: read.manifest.mediaType }, tag })
  }

  async missingBlobs(signal: AbortSignal): Promise<readonly Descriptor[]> {
    const missing: Descriptor[] = []
    const ask = async (blob: Descriptor, inner: AbortSignal) => {
      if (!(await this.copy.to.hasBlob(blob, inner))) missing.push(blob)
    }
    await runBounded([...this.blobs.values()], parallelQuestions, ask, signal)
    return missing
  }

  private async visitIndex(
    index: Extract<Manifest, { readonly kind: 'index' }>,
    depth: number,
    signal: AbortSignal,
  ): Promise<void> {
    const children = wantedImages(index.manifests, this.copy.platforms)
    const visit = async (child: Descriptor, inner: AbortSignal) => {
      try {
        await this.visit(child, undefined, depth + 1, inner)
      } catch (error) {
        if (!this.lacking.has(child.digest)) throw error
      }
    }
    await runBounded(children, parallelQuestions, visit, signal)
    const lacking = children.filter(({ digest }) => this.lacking.has(digest))
    if (lacking.length > 0) throw lackingImages(children, lacking, this.copy.from.name)
  }

  private async visitAttached(digest: Digest, depth: number, signal: AbortSignal): Promise<void> {
    for (const { descriptor, tag } of await findAttached(this.copy.from, digest, signal)) {
      await this.visit(descriptor, await this.wantedTag(descriptor, tag, signal), depth + 1, signal)
    }
  }

  // A signature that is tagged there already needs no tag.
  private async wantedTag(
    { digest }: Descriptor,
    tag: string | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (tag === undefined) return undefined
    return (await this.copy.to.resolve(tag, signal))?.digest === digest ? undefined : tag
  }

  private noteBlobs(manifest: Manifest): void {
    if (manifest.kind === 'index') return
    const parts = [manifest.config, ...manifest.layers]
    for (const blob of parts.filter(({ mediaType }) => !isForeignLayer(mediaType))) {
      this.blobs.set(blob.digest, blob)
    }
  }

  private async read(
    descriptor: Descriptor,
    signal: AbortSignal,
  ): Promise<{ readonly raw: RawManifest; readonly manifest: Manifest }> {
    const raw = await this.copy.from.manifest(descriptor, signal).catch((error: unknown) => {
      if (isMissing(error)) this.lacking.add(descriptor.digest)
      throw error
    })
    this.size += raw.bytes.length
    return { raw, manifest: parseManifest(raw, this.nameOf(descriptor)) }
  }

  private checkBounds(descriptor: Descriptor, depth: number): void {
    const what = this.nameOf(descriptor)
    if (depth > maxIndexDepth) throw new OciError('too-large', `${what} is nested too deep`)
    if (this.seen.size > maxManifestsPerImage || this.size > maxImageManifestBytes)
      throw new OciError('too-large', `${what} is part of an image of too many manifests`)
  }

  private nameOf({ digest }: Descriptor): string {
    return `manifest ${digest} of ${this.copy.from.name}`
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof OciError && (error.code === 'not-found' || error.code === 'bad-layout')
}

// A layout or an archive to which some platforms were copied has an index with more images than there are.
function lackingImages(
  children: readonly Descriptor[],
  lacking: readonly Descriptor[],
  source: string,
): OciError {
  const there = children.filter((one) => !lacking.includes(one))
  // An attestation stands under a platform that is none.
  const named = there.flatMap(({ platform }) =>
    platform === undefined || platform.os === 'unknown' ? [] : [platformText(platform)],
  )
  const help =
    named.length === 0
      ? ''
      : `; to copy what is there, add --platform ${[...new Set(named)].join(',')}`
  const missing = lacking.map(({ platform, digest }) =>
    platform ? platformText(platform) : digest,
  )
  const message = `of the images of its index ${source} has not ${missing.join(', ')}${help}`
  return new OciError('not-found', message)
}

/** The blobs of images that the sink has already, so that other repositories can mount them. */
export async function blobsThere(
  plan: ImagePlan,
  signal: AbortSignal,
): Promise<readonly Descriptor[]> {
  const { copy, all } = plan
  const pending = new Set<string>(plan.manifests.map(({ manifest }) => manifest.digest))
  const there = all.filter(
    ({ digest, mediaType }) => !pending.has(digest) && !isIndexType(mediaType),
  )
  const found: Descriptor[] = []
  const look = async (descriptor: Descriptor, inner: AbortSignal) => {
    const raw = await copy.from.manifest(descriptor, inner)
    const manifest = parseManifest(raw, `manifest ${descriptor.digest} of ${copy.from.name}`)
    if (manifest.kind === 'image') found.push(manifest.config, ...manifest.layers)
  }
  await runBounded(there, parallelQuestions, look, signal)
  return found
}
