import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readBounded, verifyBytes } from '../bytes.ts'
import { type Digest, algorithmOf, hexOf, isDigest } from '../digest.ts'
import { OciError } from '../errors.ts'
import { maxManifestBytes } from '../limits.ts'
import { type Descriptor, parseManifest } from '../manifest.ts'
import { ociIndexType } from '../media-types.ts'
import type { ImageSource } from './medium.ts'

/** Names an image in a layout's index. */
export const refNameAnnotation = 'org.opencontainers.image.ref.name'

/** An OCI layout folder to copy from. Its blobs are found by digest, so that no name leads elsewhere. */
export function layoutSource(folder: string): ImageSource {
  return {
    name: `layout ${folder}`,
    resolve: (reference, signal) => resolveInLayout(folder, reference, signal),
    manifest: async ({ mediaType, digest, size }, signal) => {
      const what = `manifest ${digest} of layout ${folder}`
      if (size > maxManifestBytes) throw new OciError('too-large', `${what} has ${size} bytes`)
      const verified = verifyBytes(
        readLayoutBlob(folder, digest, 0, signal),
        { digest, size },
        what,
      )
      return { mediaType, digest, bytes: await readBounded(verified, maxManifestBytes, what) }
    },
    blob: ({ digest, size }) => ({
      digest,
      size,
      open: (start, signal) => {
        const bytes = readLayoutBlob(folder, digest, start, signal)
        const what = `blob ${digest} of layout ${folder}`
        return start === 0 ? verifyBytes(bytes, { digest, size }, what) : bytes
      },
    }),
  }
}

/** The images that a layout names, or offers without a name. */
export async function readLayoutIndex(
  folder: string,
  signal: AbortSignal,
): Promise<readonly Descriptor[]> {
  const marker = await readSmall(join(folder, 'oci-layout'), folder, signal)
  const version = /"imageLayoutVersion"\s*:\s*"([^"]*)"/.exec(marker.toString())?.[1]
  if (version !== '1.0.0') {
    const message = `layout ${folder} has the version ${JSON.stringify(version)}; 1.0.0 is read`
    throw new OciError('bad-layout', message)
  }
  const bytes = await readSmall(join(folder, 'index.json'), folder, signal)
  const index = parseManifest({ mediaType: ociIndexType, bytes }, `index.json of layout ${folder}`)
  return index.kind === 'index' ? index.manifests : []
}

export function layoutBlobPath(folder: string, digest: Digest): string {
  return join(folder, 'blobs', algorithmOf(digest), hexOf(digest))
}

async function resolveInLayout(
  folder: string,
  reference: string,
  signal: AbortSignal,
): Promise<Descriptor | undefined> {
  const entries = await readLayoutIndex(folder, signal)
  // An empty name is the only image there is, as with skopeo.
  if (reference === '') return entries.length === 1 ? entries[0] : undefined
  if (isDigest(reference)) return entries.find(({ digest }) => digest === reference)
  return entries.find(({ annotations }) => annotations?.[refNameAnnotation] === reference)
}

async function* readLayoutBlob(
  folder: string,
  digest: Digest,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(layoutBlobPath(folder, digest), { start, signal })
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new OciError('not-found', `blob ${digest} is not in layout ${folder}`, { cause })
  }
}

async function readSmall(path: string, folder: string, signal: AbortSignal): Promise<Buffer> {
  try {
    const { size } = await stat(path)
    if (size <= maxManifestBytes) return await readFile(path, { signal })
  } catch (cause) {
    throw new OciError('bad-layout', `${folder} is not an OCI layout: cannot read ${path}`, {
      cause,
    })
  }
  throw new OciError('too-large', `${path} is larger than the limit of ${maxManifestBytes} bytes`)
}
