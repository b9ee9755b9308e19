import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lock, createLock } from '../../std/lock.ts'
import { type Digest, algorithmOf, hexOf } from '../digest.ts'

/**
 * A registry's folder. Content lies once under `blobs/`; what a repository has of it are small files:
 *
 *     blobs/sha256/ab/abcd…                       the bytes
 *     repositories/NAME/_blobs/sha256/HEX         this repository has that blob
 *     repositories/NAME/_manifests/sha256/HEX     … that manifest; holds its media type
 *     repositories/NAME/_tags/TAG                 holds a digest
 *     repositories/NAME/_referrers/sha256/HEX/…   manifests whose subject is HEX
 *     repositories/NAME/_uploads/ID               bytes on their way
 *
 * A part of a repository's name never begins with an underscore, so that nothing collides.
 */
export interface Store {
  readonly root: string
  /** Held while a link is made or content is swept, so that neither sees the other half-done. */
  readonly lock: Lock
}

/** Opens a registry in a folder, which is made when it is not there. */
export async function openStore(root: string): Promise<Store> {
  await mkdir(join(root, 'blobs'), { recursive: true })
  await mkdir(join(root, 'repositories'), { recursive: true })
  return { root, lock: createLock() }
}

/** The file that holds the bytes of a digest, whichever repositories have it. */
export function contentPath(store: Store, digest: Digest): string {
  const hex = hexOf(digest)
  return join(store.root, 'blobs', algorithmOf(digest), hex.slice(0, 2), hex)
}

export type RepositoryPart = '_blobs' | '_manifests' | '_tags' | '_referrers' | '_uploads'

/** A folder of a repository whose name was checked. */
export function partPath(store: Store, repository: string, part: RepositoryPart): string {
  return join(store.root, 'repositories', ...repository.split('/'), part)
}

/** The file that says that a repository has a blob or manifest. The repository's name was checked. */
export function linkPath(
  store: Store,
  repository: string,
  part: '_blobs' | '_manifests',
  digest: Digest,
): string {
  return join(partPath(store, repository, part), algorithmOf(digest), hexOf(digest))
}
