// The media types that registries and clients agree on.

export const ociManifestType = 'application/vnd.oci.image.manifest.v1+json'
export const ociIndexType = 'application/vnd.oci.image.index.v1+json'
export const ociConfigType = 'application/vnd.oci.image.config.v1+json'
export const ociLayerType = 'application/vnd.oci.image.layer.v1.tar'
export const ociGzipLayerType = 'application/vnd.oci.image.layer.v1.tar+gzip'
export const dockerManifestType = 'application/vnd.docker.distribution.manifest.v2+json'
export const dockerListType = 'application/vnd.docker.distribution.manifest.list.v2+json'

const manifestTypes: readonly string[] = [ociManifestType, dockerManifestType]
const indexTypes: readonly string[] = [ociIndexType, dockerListType]

/** The Accept header of a request for a manifest. */
export const acceptedManifests = [...manifestTypes, ...indexTypes].join(', ')

export function isManifestType(mediaType: string): boolean {
  return manifestTypes.includes(mediaType)
}

export function isIndexType(mediaType: string): boolean {
  return indexTypes.includes(mediaType)
}

/** Layers that live outside registries and are never copied with an image. */
export function isForeignLayer(mediaType: string): boolean {
  return (
    mediaType.includes('.nondistributable.') ||
    mediaType.startsWith('application/vnd.docker.image.rootfs.foreign.')
  )
}
