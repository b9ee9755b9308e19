import { readBounded } from '../../oci/bytes.ts'
import { pullBlob } from '../../oci/client/transfer/pull-blob.ts'
import { listReferrers } from '../../oci/client/referrers.ts'
import { pullManifest } from '../../oci/client/resolve.ts'
import { OciError } from '../../oci/errors.ts'
import { type Descriptor, type RawManifest, parseManifest } from '../../oci/manifest.ts'
import { signatureTag } from '../sign/signature-tag.ts'
import type { SignedPlace } from './verification.ts'

/** Something in a registry that says it is a signature; nothing of it is checked yet. */
export type FoundSignature =
  | {
      readonly kind: 'simple-signing'
      readonly where: string
      readonly payload: Uint8Array
      readonly signature: string
    }
  | { readonly kind: 'bundle'; readonly where: string; readonly bytes: Uint8Array }
  | Unreadable

interface Unreadable {
  readonly kind: 'unreadable'
  readonly where: string
  readonly why: string
}

const signatureArtifact = 'application/vnd.dev.cosign.artifact.sig.v1+json'
const simpleSigningLayer = 'application/vnd.dev.cosign.simplesigning.v1+json'
const signatureAnnotation = 'dev.cosignproject.cosign/signature'
const bundleType =
  /^application\/vnd\.dev\.sigstore\.bundle(\.v0\.\d+\+json|\+json;version=0\.\d+)$/

/**
 * The most signatures that are read. Anybody who may push could add them without end; a chart is
 * never signed this often.
 */
const maxSignatures = 64
const maxPayloadBytes = 1024 * 1024

/** All signatures of a manifest: under cosign's tag, and among its referrers. */
export async function* findSignatures(
  place: SignedPlace,
  signal: AbortSignal,
): AsyncGenerator<FoundSignature> {
  let left = maxSignatures
  for await (const manifest of signatureManifests(place, signal)) {
    for await (const found of readManifest(place, manifest, signal)) {
      if (left-- === 0) return
      yield found
    }
  }
}

interface SignatureManifest {
  readonly raw: RawManifest
  readonly where: string
}

async function* signatureManifests(
  { registry, repository, manifest }: SignedPlace,
  signal: AbortSignal,
): AsyncGenerator<SignatureManifest> {
  const { digest } = manifest
  const tag = signatureTag(digest)
  const tagged = await pullManifest(registry, repository, tag, signal)
  if (tagged !== undefined) yield { raw: tagged, where: `the tag ${tag}` }
  const referrers = await listReferrers(registry, repository, { subject: digest }, signal)
  for (const referrer of referrers.filter(isSignature).slice(0, maxSignatures)) {
    const raw = await pullManifest(registry, repository, referrer.digest, signal)
    if (raw !== undefined) yield { raw, where: `the referrer ${referrer.digest}` }
  }
}

function isSignature({ artifactType = '' }: Descriptor): boolean {
  return artifactType === signatureArtifact || bundleType.test(artifactType)
}

async function* readManifest(
  place: SignedPlace,
  { raw, where }: SignatureManifest,
  signal: AbortSignal,
): AsyncGenerator<FoundSignature> {
  const manifest = await orUnreadable(where, async () => parseManifest(raw, where))
  if (manifest.kind === 'unreadable') yield manifest
  if (manifest.kind !== 'image') return
  for (const layer of manifest.layers) {
    const found = await orUnreadable(where, () => readLayer(place, layer, where, signal))
    if (found !== undefined) yield found
  }
}

// A file that somebody else left there must not hide a good signature. A failure that may be gone a
// moment later is no signature's fault.
async function orUnreadable<T>(where: string, read: () => Promise<T>): Promise<T | Unreadable> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof OciError) || error.transient) throw error
    return { kind: 'unreadable', where, why: error.message }
  }
}

async function readLayer(
  { registry, repository }: SignedPlace,
  layer: Descriptor,
  where: string,
  signal: AbortSignal,
): Promise<FoundSignature | undefined> {
  const signature = layer.annotations?.[signatureAnnotation]
  const isSimple = layer.mediaType === simpleSigningLayer && signature !== undefined
  if (!isSimple && !bundleType.test(layer.mediaType)) return undefined
  const blob = pullBlob(registry, repository, layer, signal)
  const bytes = await readBounded(blob, maxPayloadBytes, `the signature in ${where}`)
  if (!isSimple) return { kind: 'bundle', where, bytes }
  return { kind: 'simple-signing', where, payload: bytes, signature }
}
