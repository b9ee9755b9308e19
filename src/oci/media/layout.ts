import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Digest, algorithmOf, hexOf } from '../digest.ts'
import { OciError } from '../errors.ts'
import { maxManifestBytes } from '../limits.ts'
import { type Descriptor, parseManifest } from '../manifest.ts'
import { ociIndexType } from '../media-types.ts'
import { contentSource } from './content-source.ts'
import type { ImageSource } from './medium.ts'

/** An OCI layout folder to copy from. Its blobs are found by digest, so that no name leads elsewhere. */
export function layoutSource(folder: string): ImageSource {
  return contentSource({
    name: `layout ${folder}`,
    entries: (signal) => readLayoutIndex(folder, signal),
    read: (digest, start, signal) => readLayoutBlob(folder, digest, start, signal),
  })
}

/** The images that a layout names, or offers without a name. */
export async function readLayoutIndex(
  folder: string,
  signal: AbortSignal,
): Promise<readonly Descriptor[]> {
  const read = (name: string) => readSmall(join(folder, name), folder, signal)
  return await readLayout(read, `layout ${folder}`)
}

/** The entries of a layout's index, after a look at its marker. */
export async function readLayout(
  read: (name: string) => Promise<Uint8Array>,
  what: string,
): Promise<readonly Descriptor[]> {
  const marker = await read('oci-layout')
  const text = new TextDecoder().decode(marker)
  const version = /"imageLayoutVersion"\s*:\s*"([^"]*)"/.exec(text)?.[1]
  if (version !== '1.0.0') {
    const message = `${what} has the version ${JSON.stringify(version)}; 1.0.0 is read`
    throw new OciError('bad-layout', message)
  }
  const bytes = await read('index.json')
  const parsed = parseManifest({ mediaType: ociIndexType, bytes }, `index.json of ${what}`)
  return parsed.kind === 'index' ? parsed.manifests : []
}

/** The file of a blob in an OCI image layout. */
export function layoutBlobPath(folder: string, digest: Digest): string {
  return join(folder, 'blobs', algorithmOf(digest), hexOf(digest))
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
