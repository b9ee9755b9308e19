import { readBounded } from '../../oci/bytes.ts'
import { pullBlob } from '../../oci/client/pull-blob.ts'
import { listReferrers } from '../../oci/client/referrers.ts'
import { pullManifest } from '../../oci/client/resolve.ts'
import { algorithmOf, hexOf } from '../../oci/digest.ts'
import { type Descriptor, type RawManifest, parseManifest } from '../../oci/manifest.ts'
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

const signatureArtifact = 'application/vnd.dev.cosign.artifact.sig.v1+json'
const simpleSigningLayer = 'application/vnd.dev.cosign.simplesigning.v1+json'
const signatureAnnotation = 'dev.cosignproject.cosign/signature'
const bundleType =
  /^application\/vnd\.dev\.sigstore\.bundle(\.v0\.\d+\+json|\+json;version=0\.\d+)$/

/** Whoever may push could add signatures without end; nobody signs a chart this often. */
const maxSignatures = 64
const maxPayloadBytes = 1024 * 1024

/** All signatures of a manifest: under cosign's tag, and among its referrers. */
export async function* findSignatures(
  place: SignedPlace,
  signal: AbortSignal,
): AsyncGenerator<FoundSignature> {
  let left = maxSignatures
  for await (const { raw, where } of signatureManifests(place, signal)) {
    for (const layer of layersOf(raw, where)) {
      if (left-- === 0) return
      const found = await readLayer(place, layer, where, signal)
      if (found !== undefined) yield found
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
  const tag = `${algorithmOf(digest)}-${hexOf(digest)}.sig`
  const tagged = await pullManifest(registry, repository, tag, signal)
  if (tagged !== undefined) yield { raw: tagged, where: `the tag ${tag}` }
  const referrers = await listReferrers(registry, repository, digest, signal)
  for (const referrer of referrers.filter(isSignature).slice(0, maxSignatures)) {
    const raw = await pullManifest(registry, repository, referrer.digest, signal)
    if (raw !== undefined) yield { raw, where: `the referrer ${referrer.digest}` }
  }
}

function isSignature({ artifactType = '' }: Descriptor): boolean {
  return artifactType === signatureArtifact || bundleType.test(artifactType)
}

function layersOf(raw: RawManifest, where: string): readonly Descriptor[] {
  const manifest = parseManifest(raw, where)
  return manifest.kind === 'image' ? manifest.layers : []
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
