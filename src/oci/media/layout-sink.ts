import { access, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Lock, createLock } from '../../std/lock.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import type { Expected } from '../bytes.ts'
import type { Descriptor, RawManifest } from '../manifest.ts'
import { ociIndexType } from '../media-types.ts'
import { layoutBlobPath, readLayoutIndex, refNameAnnotation } from './layout.ts'
import type { ImageSink } from './medium.ts'

/** An OCI layout folder to copy to, made when it is not there. One writer at a time. */
export async function layoutSink(folder: string, signal: AbortSignal): Promise<ImageSink> {
  await mkdir(join(folder, 'blobs'), { recursive: true })
  if (!(await isThere(join(folder, 'index.json')))) {
    await writeFileAtomically(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}', signal)
    await writeIndex(folder, [], signal)
  }
  const lock = createLock()
  return {
    name: `layout ${folder}`,
    hasManifest: (descriptor) => hasFile(folder, descriptor),
    hasBlob: (expected) => hasFile(folder, expected),
    putBlob: async (content, _origin, signal) => {
      // Read from 0 a blob is verified, and a file that failed is not left behind.
      await writeBlob(folder, content, content.open(0, signal), signal)
      return 'uploaded'
    },
    putManifest: (manifest, tag, signal) => putManifest({ folder, lock }, manifest, tag, signal),
  }
}

async function putManifest(
  { folder, lock }: { readonly folder: string; readonly lock: Lock },
  manifest: RawManifest,
  tag: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { mediaType, digest, bytes } = manifest
  await writeBlob(folder, { digest, size: bytes.length }, bytes, signal)
  if (tag === undefined) return
  await lock(async () => {
    const entries = await readLayoutIndex(folder, signal)
    const others = entries.filter(({ annotations }) => annotations?.[refNameAnnotation] !== tag)
    const annotations = { [refNameAnnotation]: tag }
    const entry = { mediaType, digest, size: bytes.length, annotations }
    await writeIndex(folder, [...others, entry], signal)
  })
}

async function writeBlob(
  folder: string,
  { digest }: Expected,
  bytes: AsyncIterable<Uint8Array> | Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const path = layoutBlobPath(folder, digest)
  await mkdir(dirname(path), { recursive: true })
  await writeFileAtomically(path, bytes, signal)
}

async function writeIndex(
  folder: string,
  manifests: readonly Descriptor[],
  signal: AbortSignal,
): Promise<void> {
  const index = { schemaVersion: 2, mediaType: ociIndexType, manifests }
  await writeFileAtomically(join(folder, 'index.json'), JSON.stringify(index), signal)
}

async function hasFile(folder: string, { digest, size }: Expected): Promise<boolean> {
  const path = layoutBlobPath(folder, digest)
  return (await isThere(path)) && (await stat(path)).size === size
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    // Whatever the reason is, writing there will tell it better.
    return false
  }
}
