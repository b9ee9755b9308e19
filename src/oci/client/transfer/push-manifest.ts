import { type Digest, isDigest } from '../../digest.ts'
import { OciError } from '../../errors.ts'
import type { RawManifest } from '../../manifest.ts'
import type { Registry } from '../registry.ts'

/** The registry's answer to a manifest. */
export interface PushedManifest {
  readonly digest: Digest
  /** Whether the registry keeps the list of referrers of the manifest's subject itself. */
  readonly keepsReferrers: boolean
}

/** Puts a manifest under a tag, or under its own digest when none is given. */
export async function pushManifest(
  registry: Registry,
  repository: string,
  { manifest, tag }: { readonly manifest: RawManifest; readonly tag: string | undefined },
  signal: AbortSignal,
): Promise<PushedManifest> {
  const call = {
    method: 'PUT',
    path: `${repository}/manifests/${tag ?? manifest.digest}`,
    headers: { 'content-type': manifest.mediaType },
    body: manifest.bytes,
    repository,
    access: 'push',
    idempotent: true,
    timeout: 60_000,
  } as const
  const response = await registry.call(call, signal)
  if (response.status !== 201) {
    throw await registry.failure(
      response,
      `pushing manifest ${tag ?? manifest.digest} to ${repository}`,
    )
  }
  await response.discard()
  const told = response.header('docker-content-digest') ?? manifest.digest
  if (isDigest(told) && told.startsWith('sha256:') && told !== manifest.digest) {
    const message = `${registry.host} stored manifest ${manifest.digest} as ${told}`
    throw new OciError('digest-mismatch', message)
  }
  return { digest: manifest.digest, keepsReferrers: response.header('oci-subject') !== undefined }
}
