import { readBounded } from '../bytes.ts'
import type { Digest } from '../digest.ts'
import { OciError } from '../errors.ts'
import { maxAnswerBytes, maxDescriptors, maxPages } from '../limits.ts'
import { type Descriptor, type Manifest, type RawManifest, parseManifest } from '../manifest.ts'
import { ociIndexType } from '../media-types.ts'
import { fallbackTag, withReferrer } from '../referrers-index.ts'
import type { HttpResponse } from './http.ts'
import { nextPage } from './lists.ts'
import { pushManifest } from './transfer/push-manifest.ts'
import type { Registry } from './registry.ts'
import { pullManifest } from './resolve.ts'

/** All tags of a repository; undefined when there are too many to tell. */
export type KnownTags = (signal: AbortSignal) => Promise<readonly string[] | undefined>

/**
 * The manifests whose subject is this digest. A registry that does not know the question keeps them, if
 * at all, in an index under a tag made of the digest; it is asked only once, and not at all for a tag that it has not.
 */
export async function listReferrers(
  registry: Registry,
  repository: string,
  { subject, tags }: { readonly subject: Digest; readonly tags?: KnownTags },
  signal: AbortSignal,
): Promise<readonly Descriptor[]> {
  const share = repository.split('/', 1)[0] ?? ''
  const byTag = async () => {
    const known = await tags?.(signal)
    if (known?.includes(fallbackTag(subject)) === false) return []
    return await listByTag(registry, repository, subject, signal)
  }
  if (registry.withoutReferrers.has(share)) return await byTag()
  const found: Descriptor[] = []
  let next: URL | string | undefined = `${repository}/referrers/${subject}`
  for (let page = 0; next !== undefined && page < maxPages; page++) {
    const call = { method: 'GET', path: next, repository, access: 'pull', timeout: 60_000 } as const
    const response: HttpResponse = await registry.call(call, signal)
    if (page === 0 && !isReferrersAnswer(response)) {
      if (![200, 400, 404, 405].includes(response.status)) {
        throw await registry.failure(response, `the referrers of ${subject}`)
      }
      await response.discard()
      registry.withoutReferrers.add(share)
      return await byTag()
    }
    found.push(...(await readPage(registry, subject, response)))
    if (found.length > maxDescriptors) {
      throw new OciError('too-large', `${registry.host} lists referrers without end`)
    }
    next = nextPage(response, registry)
  }
  return found
}

// A registry that serves a page of its own for everything it does not know answers 200 as well.
function isReferrersAnswer(response: HttpResponse): boolean {
  return response.status === 200 && (response.header('content-type') ?? '').startsWith(ociIndexType)
}

/** Pushes a manifest that has a subject and sees to it that it can be found from there. */
export async function pushReferrer(
  registry: Registry,
  repository: string,
  manifest: RawManifest,
  signal: AbortSignal,
): Promise<void> {
  const pushed = await pushManifest(registry, repository, { manifest, tag: undefined }, signal)
  const parsed = parseManifest(manifest, `manifest ${manifest.digest}`)
  if (pushed.keepsReferrers || parsed.subject === undefined) return
  const { digest: subject } = parsed.subject
  const index = withReferrer(await listByTag(registry, repository, subject, signal), manifest)
  if (index === undefined) return
  await pushManifest(registry, repository, { manifest: index, tag: fallbackTag(subject) }, signal)
}

async function listByTag(
  registry: Registry,
  repository: string,
  subject: Digest,
  signal: AbortSignal,
): Promise<readonly Descriptor[]> {
  const raw = await pullManifest(registry, repository, fallbackTag(subject), signal)
  if (raw === undefined) return []
  return indexOf(parseManifest(raw, `the referrers of ${subject}`), subject)
}

async function readPage(
  registry: Registry,
  subject: Digest,
  response: HttpResponse,
): Promise<readonly Descriptor[]> {
  const what = `the referrers of ${subject} at ${registry.host}`
  const bytes = await readBounded(response.body, maxAnswerBytes, what)
  return indexOf(parseManifest({ mediaType: ociIndexType, bytes }, what), subject)
}

function indexOf(manifest: Manifest, subject: Digest): readonly Descriptor[] {
  if (manifest.kind === 'index') return manifest.manifests
  throw new OciError('bad-manifest', `the referrers of ${subject} are not an index`)
}
