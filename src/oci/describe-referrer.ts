import type { Descriptor, Manifest, RawManifest } from './manifest.ts'

/** How a list of referrers shows a manifest: with what it is and what it says of itself. */
export function describeReferrer(raw: RawManifest, manifest: Manifest): Descriptor {
  const config = manifest.kind === 'image' ? manifest.config.mediaType : undefined
  const artifactType = manifest.artifactType ?? config
  return {
    mediaType: manifest.mediaType,
    digest: raw.digest,
    size: raw.bytes.length,
    ...(artifactType === undefined ? {} : { artifactType }),
    annotations: manifest.annotations,
  }
}
