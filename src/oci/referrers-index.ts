import { describeReferrer } from './describe-referrer.ts'
import { type Digest, algorithmOf, digestOf, hexOf } from './digest.ts'
import { type Descriptor, type RawManifest, parseManifest } from './manifest.ts'
import { ociIndexType } from './media-types.ts'

/** The tag under which registries without a referrers API, and layouts, keep them. */
export function fallbackTag(subject: Digest): string {
  return `${algorithmOf(subject)}-${hexOf(subject).slice(0, 64)}`
}

/** The index of these referrers and one more; undefined when it is among them. */
export function withReferrer(
  others: readonly Descriptor[],
  manifest: RawManifest,
): RawManifest | undefined {
  if (others.some(({ digest }) => digest === manifest.digest)) return undefined
  const parsed = parseManifest(manifest, `manifest ${manifest.digest}`)
  const manifests = [...others, describeReferrer(manifest, parsed)]
  const index = { schemaVersion: 2, mediaType: ociIndexType, manifests }
  const bytes = Buffer.from(JSON.stringify(index))
  return { mediaType: ociIndexType, digest: digestOf(bytes), bytes }
}
