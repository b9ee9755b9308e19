import type { Registry } from '../../oci/client/registry.ts'
import type { Digest } from '../../oci/digest.ts'
import type { RawManifest } from '../../oci/manifest.ts'

/**
 * The demands on a chart before it is used. Keys and roots are values, not paths: they may come
 * from a file as well as from a Secret.
 */
export type Verification = Pinned | (Partial<Pinned> & (ByProvenance | ByCosignKey | Keyless))

interface Pinned {
  /** Of the manifest when the chart is in a registry, else of the archive. */
  readonly digest: Digest
}

interface ByProvenance {
  readonly provenance: ProvenanceDemand
}

interface ByCosignKey {
  readonly cosignKey: CosignDemand
}

interface Keyless {
  readonly keyless: KeylessDemand
}

/** A provenance file of Helm, signed by a key of the ring. */
export interface ProvenanceDemand {
  /** Public keys as `gpg --export` writes them, armored or not. */
  readonly keyring: Uint8Array
}

export interface CosignDemand {
  /** A public key in PEM, as cosign.pub is. */
  readonly key: string
  /** The annotations that the signature must have besides the digest. */
  readonly annotations?: Readonly<Record<string, string>>
}

/** A certificate of a Sigstore authority in the trusted root, given to this identity by this issuer. */
export interface KeylessDemand {
  readonly identity: Match
  readonly issuer: Match
  /** The text of trusted_root.json. */
  readonly trustedRoot: string
}

/** A pattern is one of Go's and has to match the whole text. */
export type Match = { readonly exact: string } | { readonly pattern: string }

/** A chart with all that may speak for it. */
export interface FetchedChart {
  /** Such as demo-0.1.0.tgz: provenance speaks of files by name. */
  readonly fileName: string
  readonly archive: Uint8Array
  /** The .prov file. */
  readonly provenance?: Uint8Array
  /** A Sigstore bundle that was kept beside the archive. */
  readonly bundle?: Uint8Array
  /** Where it was pulled from; signatures of the manifest are looked for there. */
  readonly oci?: SignedPlace
}

export interface SignedPlace {
  readonly registry: Registry
  readonly repository: string
  readonly manifest: RawManifest
}

/**
 * The party that vouched for a chart; the digest is the one that they signed, of the manifest or of
 * the archive.
 */
export type VerifiedBy =
  | { readonly by: 'digest'; readonly digest: Digest }
  | {
      readonly by: 'provenance'
      readonly digest: Digest
      readonly identities: readonly string[]
      readonly fingerprint: string
    }
  | { readonly by: 'cosign-key'; readonly digest: Digest; readonly keyFingerprint: string }
  | {
      readonly by: 'keyless'
      readonly digest: Digest
      readonly identity: string
      readonly issuer: string
    }
