import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Digest, isDigest } from '../digest.ts'
import type { RawManifest } from '../manifest.ts'
import { namesIn, readTextIfThere, removeFile, sizeOf, writeInto } from './files.ts'
import { type Store, contentPath, linkPath, partPath } from './store.ts'

/** The digest that a tag or a digest stands for in a repository. */
export async function resolveManifest(
  store: Store,
  repository: string,
  reference: string,
): Promise<Digest | undefined> {
  if (isDigest(reference)) return reference
  const text = await readTextIfThere(join(partPath(store, repository, '_tags'), reference))
  return text !== undefined && isDigest(text) ? text : undefined
}

export async function readManifest(
  store: Store,
  repository: string,
  digest: Digest,
): Promise<RawManifest | undefined> {
  const mediaType = await readTextIfThere(linkPath(store, repository, '_manifests', digest))
  if (mediaType === undefined) return undefined
  return { mediaType, digest, bytes: await readFile(contentPath(store, digest)) }
}

/** Content first, then the link, then the tag: whoever sees one can follow it. */
export async function writeManifest(
  store: Store,
  repository: string,
  { manifest, tag }: { readonly manifest: RawManifest; readonly tag: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  await store.lock(async () => {
    await writeInto(contentPath(store, manifest.digest), manifest.bytes, signal)
    const link = linkPath(store, repository, '_manifests', manifest.digest)
    await writeInto(link, manifest.mediaType, signal)
    if (tag === undefined) return
    await writeInto(join(partPath(store, repository, '_tags'), tag), manifest.digest, signal)
  })
}

/** Takes a manifest from a repository together with the tags that point at it. */
export async function removeManifest(
  store: Store,
  repository: string,
  digest: Digest,
): Promise<boolean> {
  return await store.lock(async () => {
    const folder = partPath(store, repository, '_tags')
    for (const tag of await namesIn(folder)) {
      if ((await readTextIfThere(join(folder, tag))) === digest) await removeFile(join(folder, tag))
    }
    return await removeFile(linkPath(store, repository, '_manifests', digest))
  })
}

export async function removeTag(store: Store, repository: string, tag: string): Promise<boolean> {
  return await store.lock(() => removeFile(join(partPath(store, repository, '_tags'), tag)))
}

/** The tags of a repository; undefined when there is no such repository. */
export async function listTags(
  store: Store,
  repository: string,
): Promise<readonly string[] | undefined> {
  const tags = await namesIn(partPath(store, repository, '_tags'))
  if (tags.length > 0) return tags
  const isThere = (await sizeOf(partPath(store, repository, '_manifests'))) !== undefined
  return isThere ? [] : undefined
}
