import { algorithmOf, type Digest, hexOf } from '../digest.ts'
import type { Descriptor } from '../manifest.ts'
import type { ImageSource } from './medium.ts'

/** A manifest that goes along with an image: a signature, an attestation, an SBOM. */
export interface Attached {
  readonly descriptor: Descriptor
  /** The tag that it is found by; without one it is found by its subject. */
  readonly tag: string | undefined
}

// The tags under which cosign keeps what belongs to an image.
const suffixes = ['sig', 'att', 'sbom']

/** Everything that belongs to an image by subject or by tag. */
export async function findAttached(
  from: ImageSource,
  digest: Digest,
  signal: AbortSignal,
): Promise<readonly Attached[]> {
  const tags = suffixes.map((suffix) => `${algorithmOf(digest)}-${hexOf(digest)}.${suffix}`)
  const [referrers, tagged] = await Promise.all([
    from.referrers(digest, signal),
    from.findTags(tags, signal),
  ])
  return [
    ...referrers.map((descriptor) => ({ descriptor, tag: undefined })),
    ...[...tagged].map(([tag, descriptor]) => ({ descriptor, tag })),
  ]
}
