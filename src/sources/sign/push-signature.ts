import type { Registry } from '../../oci/client/registry.ts'
import { pushManifest } from '../../oci/client/transfer/push-manifest.ts'
import { type Digest, digestOf } from '../../oci/digest.ts'
import { ociConfigType, ociManifestType } from '../../oci/media-types.ts'
import { uploadParts } from '../oci/push-chart.ts'
import { signatureTag } from './signature-tag.ts'
import type { SigningKey } from './signing-key.ts'

/** A manifest in a registry that is to be signed. */
export interface SignedManifest {
  readonly repository: string
  readonly digest: Digest
}

const simpleSigningLayer = 'application/vnd.dev.cosign.simplesigning.v1+json'

/** Puts a signature where `cosign sign --key` puts it: under the tag of the digest that it signs. */
export async function pushSignature(
  registry: Registry,
  { repository, digest }: SignedManifest,
  key: SigningKey,
  signal: AbortSignal,
): Promise<void> {
  const payload = Buffer.from(
    JSON.stringify({
      critical: {
        identity: { 'docker-reference': `${registry.host}/${repository}` },
        image: { 'docker-manifest-digest': digest },
        type: 'cosign container image signature',
      },
      optional: null,
    }),
  )
  const layer = partOf(simpleSigningLayer, payload)
  const diffIds = [layer.digest]
  const config = partOf(
    ociConfigType,
    Buffer.from(
      JSON.stringify({
        architecture: '',
        os: '',
        config: {},
        rootfs: { type: 'layers', diff_ids: diffIds },
      }),
    ),
  )
  await uploadParts(registry, { repository, parts: [config, layer] }, signal)
  const annotations = { 'dev.cosignproject.cosign/signature': key.sign(payload) }
  const bytes = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: ociManifestType,
      config: described(config),
      layers: [{ ...described(layer), annotations }],
    }),
  )
  const manifest = { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
  const tag = signatureTag(digest)
  await pushManifest(registry, repository, { manifest, tag }, signal)
}

function partOf(mediaType: string, bytes: Uint8Array) {
  return { mediaType, digest: digestOf(bytes), size: bytes.length, bytes }
}

function described({ mediaType, digest, size }: ReturnType<typeof partOf>) {
  return { mediaType, digest, size }
}
