import { createReadStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Digest } from '../digest.ts'
import { removeFile, sizeOf, writeInto } from './files.ts'
import { type Store, contentPath, linkPath } from './store.ts'

/** The size of a blob that a repository has. */
export async function blobSize(
  store: Store,
  repository: string,
  digest: Digest,
): Promise<number | undefined> {
  const linked = await sizeOf(linkPath(store, repository, '_blobs', digest))
  return linked === undefined ? undefined : await sizeOf(contentPath(store, digest))
}

/** The bytes from the first to the last, both included. */
export function readContent(
  store: Store,
  digest: Digest,
  range: { readonly start: number; readonly end?: number },
): AsyncIterable<Uint8Array> {
  return createReadStream(contentPath(store, digest), range)
}

/** Moves a complete and verified file into place and gives it to a repository. */
export async function addBlob(
  store: Store,
  repository: string,
  { digest, file }: { readonly digest: Digest; readonly file: string },
  signal: AbortSignal,
): Promise<void> {
  await store.lock(async () => {
    const path = contentPath(store, digest)
    await mkdir(dirname(path), { recursive: true })
    await rename(file, path)
    await writeInto(linkPath(store, repository, '_blobs', digest), '', signal)
  })
}

/** Gives a repository the blob of another one; false when that one has none. */
export async function mountBlob(
  store: Store,
  repository: string,
  { digest, from }: { readonly digest: Digest; readonly from: string },
  signal: AbortSignal,
): Promise<boolean> {
  return await store.lock(async () => {
    if ((await blobSize(store, from, digest)) === undefined) return false
    await writeInto(linkPath(store, repository, '_blobs', digest), '', signal)
    return true
  })
}

/** Takes a blob from one repository; the content stays for others until garbage is collected. */
export async function removeBlob(
  store: Store,
  repository: string,
  digest: Digest,
): Promise<boolean> {
  return await store.lock(() => removeFile(linkPath(store, repository, '_blobs', digest)))
}
