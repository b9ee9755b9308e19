import type { BlobContent } from '../client/push-blob.ts'
import type { Expected } from '../bytes.ts'
import type { Descriptor, RawManifest } from '../manifest.ts'

/** Where images come from: a repository of a registry, a layout folder, an archive. */
export interface ImageSource {
  /** For people. */
  readonly name: string
  /** What a tag or digest stands for, or undefined. */
  readonly resolve: (reference: string, signal: AbortSignal) => Promise<Descriptor | undefined>
  /** A manifest by its digest, verified. */
  readonly manifest: (descriptor: Descriptor, signal: AbortSignal) => Promise<RawManifest>
  /** A blob that can be read from any place on; read from 0 it is verified. */
  readonly blob: (expected: Expected) => BlobContent
  /** The registry and repository, when blobs could be mounted from there. */
  readonly origin?: { readonly host: string; readonly repository: string }
}

/** Where images go: a repository of a registry, a layout folder. */
export interface ImageSink {
  readonly name: string
  /** Whether it has this manifest and with it everything below it. */
  readonly hasManifest: (descriptor: Descriptor, signal: AbortSignal) => Promise<boolean>
  readonly hasBlob: (expected: Expected, signal: AbortSignal) => Promise<boolean>
  readonly putBlob: (
    content: BlobContent,
    origin: ImageSource['origin'],
    signal: AbortSignal,
  ) => Promise<'uploaded' | 'mounted'>
  /** Under a tag, or under its digest alone. */
  readonly putManifest: (
    manifest: RawManifest,
    tag: string | undefined,
    signal: AbortSignal,
  ) => Promise<void>
}
