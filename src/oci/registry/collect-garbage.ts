import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Digest, isDigest } from '../digest.ts'
import { namesIn, removeFile } from './files.ts'
import { walkRepositories } from './repositories.ts'
import { type Store, contentPath, partPath } from './store.ts'

/**
 * Deletes content that no repository links to, and says what. No link can be made meanwhile, so that
 * nothing that somebody is about to use goes away; who is reading a file keeps it.
 */
export async function collectGarbage(
  store: Store,
  signal: AbortSignal,
): Promise<readonly Digest[]> {
  return await store.lock(async () => {
    const linked = await linkedDigests(store, signal)
    const garbage = (await storedDigests(store)).filter((digest) => !linked.has(digest))
    for (const digest of garbage) {
      signal.throwIfAborted()
      await removeFile(contentPath(store, digest))
    }
    return garbage
  })
}

async function linkedDigests(store: Store, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const linked = new Set<string>()
  for await (const { name } of walkRepositories(store, signal)) {
    for (const part of ['_blobs', '_manifests'] as const) {
      const folder = partPath(store, name, part)
      for (const digest of await digestsIn(folder)) linked.add(digest)
    }
  }
  return linked
}

async function digestsIn(folder: string): Promise<readonly string[]> {
  const digests: string[] = []
  for (const algorithm of await namesIn(folder)) {
    const names = await namesIn(join(folder, algorithm))
    digests.push(...names.map((hex) => `${algorithm}:${hex}`))
  }
  return digests
}

async function storedDigests(store: Store): Promise<readonly Digest[]> {
  const files = await readdir(join(store.root, 'blobs'), { recursive: true })
  return files.flatMap((file) => {
    const [algorithm, , hex] = file.split(/[\\/]/)
    const digest = `${algorithm}:${hex}`
    return isDigest(digest) ? [digest] : []
  })
}
