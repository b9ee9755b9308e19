import { join } from 'node:path'
import { type Digest, algorithmOf, hexOf, isDigest } from '../digest.ts'
import { describeReferrer } from '../describe-referrer.ts'
import { type Descriptor, parseManifest } from '../manifest.ts'
import { namesIn, removeFile, writeInto } from './files.ts'
import { readManifest } from './manifests.ts'
import { type Store, partPath } from './store.ts'

/** Notes that a manifest speaks of a subject, which need not be there. */
export async function addReferrer(
  store: Store,
  repository: string,
  { subject, referrer }: { readonly subject: Digest; readonly referrer: Digest },
  signal: AbortSignal,
): Promise<void> {
  await writeInto(join(folderOf(store, repository, subject), fileName(referrer)), '', signal)
}

export async function removeReferrer(
  store: Store,
  repository: string,
  subject: Digest,
  referrer: Digest,
): Promise<void> {
  await removeFile(join(folderOf(store, repository, subject), fileName(referrer)))
}

/** Descriptors of the manifests whose subject this is. */
export async function listReferrers(
  store: Store,
  repository: string,
  subject: Digest,
): Promise<readonly Descriptor[]> {
  const names = await namesIn(folderOf(store, repository, subject))
  const digests = names.map((name) => name.replace('-', ':')).filter(isDigest)
  const found: Descriptor[] = []
  for (const digest of digests) {
    const raw = await readManifest(store, repository, digest)
    if (raw !== undefined)
      found.push(describeReferrer(raw, parseManifest(raw, `manifest ${digest}`)))
  }
  return found
}

function folderOf(store: Store, repository: string, subject: Digest): string {
  const folder = partPath(store, repository, '_referrers')
  return join(folder, algorithmOf(subject), hexOf(subject))
}

function fileName(digest: Digest): string {
  return `${algorithmOf(digest)}-${hexOf(digest)}`
}
