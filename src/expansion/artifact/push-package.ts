import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Registry } from '../../oci/client/registry.ts'
import { blobSize } from '../../oci/client/transfer/pull-blob.ts'
import { type BlobContent, pushBlob } from '../../oci/client/transfer/push-blob.ts'
import { pushManifest } from '../../oci/client/transfer/push-manifest.ts'
import type { UploadJournal } from '../../oci/client/upload/upload-journal.ts'
import { type Digest, digestOf } from '../../oci/digest.ts'
import type { RawManifest } from '../../oci/manifest.ts'
import { ociManifestType } from '../../oci/media-types.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { ExpansionError } from '../errors.ts'
import { type PackageLock, lockText } from '../package/lock.ts'
import type { Package } from '../package/open-package.ts'

/** The type of the artifact, of its config, which is the lock, and of a file in it. */
const artifactType = 'application/vnd.outrigger.expansion.v1'
export const artifactConfigType = 'application/vnd.outrigger.expansion.lock.v1+json'
const artifactFileType = 'application/vnd.outrigger.expansion.file.v1'
export const titleAnnotation = 'org.opencontainers.image.title'
export const executableAnnotation = 'outrigger.dev/executable'

export interface PushedPackage {
  readonly digest: Digest
  /** Files that had to travel, and their bytes. */
  readonly uploaded: number
  readonly bytes: number
}

const parallelFiles = 6

/** Pushes a built package as an OCI artifact: every file is a blob, so that files of other versions never travel twice. */
export async function pushPackage(
  opened: Package,
  target: {
    readonly registry: Registry
    readonly repository: string
    readonly tag: string
    readonly journal?: UploadJournal
  },
  signal: AbortSignal,
): Promise<PushedPackage> {
  const { lock, delta, tree } = opened
  if (lock === undefined) {
    throw new ExpansionError('bad-package', 'the package was not built: build it first')
  }
  if (delta !== undefined) {
    throw new ExpansionError('bad-package', 'a delta is for one site: push the whole package')
  }
  const { registry, repository, tag, journal } = target
  const config = Buffer.from(lockText(lock))
  const blobs = new Map<Digest, BlobContent>([[digestOf(config), inMemory(config)]])
  for (const { path, digest, size } of lock.files) {
    blobs.set(digest, {
      digest,
      size,
      open: (start, inner) => open(tree.folder, path, start, inner),
    })
  }
  let [uploaded, bytes] = [0, 0]
  const push = async (content: BlobContent, inner: AbortSignal) => {
    if ((await blobSize(registry, repository, content.digest, inner)) !== undefined) return
    const options = journal === undefined ? {} : { journal }
    await pushBlob(registry, repository, { content, options }, inner)
    uploaded++
    bytes += content.size
  }
  await runBounded([...blobs.values()], parallelFiles, push, signal)
  const raw = manifestOf(lock, config)
  const { digest } = await pushManifest(registry, repository, { manifest: raw, tag }, signal)
  return { digest, uploaded, bytes }
}

function manifestOf(lock: PackageLock, config: Uint8Array): RawManifest {
  const layers = lock.files.map(({ path, digest, size, executable }) => ({
    mediaType: artifactFileType,
    digest,
    size,
    annotations: {
      [titleAnnotation]: path,
      ...(executable ? { [executableAnnotation]: 'true' } : {}),
    },
  }))
  const bytes = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: ociManifestType,
      artifactType,
      config: { mediaType: artifactConfigType, digest: digestOf(config), size: config.length },
      layers,
      annotations: {
        [titleAnnotation]: lock.name,
        'org.opencontainers.image.version': lock.version,
      },
    }),
  )
  return { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
}

function inMemory(bytes: Uint8Array): BlobContent {
  return {
    digest: digestOf(bytes),
    size: bytes.length,
    open: async function* (start) {
      yield bytes.subarray(start)
    },
  }
}

function open(folder: string, path: string, start: number, signal: AbortSignal) {
  return createReadStream(join(folder, path), { start, signal }) as AsyncIterable<Uint8Array>
}
