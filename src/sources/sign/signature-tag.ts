import { type Digest, algorithmOf, hexOf } from '../../oci/digest.ts'

/** The tag under which cosign keeps the signatures of a manifest. */
export function signatureTag(digest: Digest): string {
  return `${algorithmOf(digest)}-${hexOf(digest)}.sig`
}
