import type { BlobContent, BlobFate } from '../client/transfer/push-blob.ts'
import type { Expected } from '../bytes.ts'
import type { Digest } from '../digest.ts'
import type { Descriptor, RawManifest } from '../manifest.ts'

/** Where images come from: a repository of a registry, a layout folder, an archive. */
export interface ImageSource {
  /** For people. */
  readonly name: string
  /** The descriptor that a tag or digest stands for, or undefined. */
  readonly resolve: (reference: string, signal: AbortSignal) => Promise<Descriptor | undefined>
  /** A manifest by its digest, verified. */
  readonly manifest: (descriptor: Descriptor, signal: AbortSignal) => Promise<RawManifest>
  /** A blob that can be read from any place on; read from 0 it is verified. */
  readonly blob: (expected: Expected) => BlobContent
  /** The manifests that name this one as their subject: signatures, attestations, SBOMs. */
  readonly referrers: (subject: Digest, signal: AbortSignal) => Promise<readonly Descriptor[]>
  /** Which of these tags there are; a source that knows no other tags than names of images has none. */
  readonly findTags: (
    tags: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, Descriptor>>
  /** The names of the images there, where they can be listed. */
  readonly names?: (signal: AbortSignal) => Promise<readonly string[]>
  /** The registry and repository, when blobs could be mounted from there. */
  readonly origin?: Origin
}

export interface Origin {
  readonly host: string
  readonly repository: string
}

/** Where images go: a repository of a registry, a layout folder, an archive. */
export interface ImageSink {
  readonly name: string
  /**
   * The place that keeps its blobs together: a registry with its repositories, a folder, a file.
   */
  readonly place: Origin
  /** The descriptor that a tag stands for there now. */
  readonly resolve: (tag: string, signal: AbortSignal) => Promise<Descriptor | undefined>
  /** Whether it has this manifest and with it everything below it. */
  readonly hasManifest: (descriptor: Descriptor, signal: AbortSignal) => Promise<boolean>
  readonly hasBlob: (expected: Expected, signal: AbortSignal) => Promise<boolean>
  /** Takes a blob, or mounts it from another repository of the same registry. */
  readonly putBlob: (
    content: BlobContent,
    mountFrom: string | undefined,
    signal: AbortSignal,
  ) => Promise<BlobFate>
  /** Under a tag, or under its digest alone. */
  readonly putManifest: (
    manifest: RawManifest,
    tag: string | undefined,
    signal: AbortSignal,
  ) => Promise<void>
  /** Whether a blob is whole, by its bytes where they can be read for nothing, else by its size. */
  readonly isWhole: (expected: Expected, signal: AbortSignal) => Promise<boolean>
}
