import type { ImageReference } from './image-reference.ts'
import { wordsOf } from './name-words.ts'

// Registries that serve images and nothing that is written the same way.
const registries = [
  /(?:^|\.)docker\.(?:io|elastic\.co)$/,
  /(?:^|\.)gcr\.io$/,
  /(?:^|\.)pkg\.dev$/,
  /^(?:quay|ghcr|lscr|nvcr|icr|cr)\.(?:io|[a-z0-9-]+\.[a-z]+)$/,
  /^public\.ecr\.aws$/,
  /\.dkr\.ecr\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?$/,
  /^mcr\.microsoft\.com$/,
  /\.azurecr\.io$/,
  /^(?:registry|docker|images?|harbor)[.-]/,
  /\.ocir\.io$/,
]

/** Whether a text can be nothing but an image, whatever stands before it: a registry that is known, and what of it. */
export function isUnmistakable({
  host,
  hasHost,
  repository,
  tag,
  digest,
}: ImageReference): boolean {
  if (!hasHost || (tag === undefined && digest === undefined)) return false
  const name = host.replace(/:\d+$/, '')
  return repository !== '' && registries.some((pattern) => pattern.test(name))
}

const files = /\.(?:png|jpe?g|gif|svg|webp|ico|bmp|qcow2|iso|vmdk|vhd|raw)$/

/** Whether it is the name of a file: a picture, or the disk of a machine. */
export function isFile({ repository, tag, digest }: ImageReference): boolean {
  return tag === undefined && digest === undefined && files.test(repository)
}

/** Whether what stands before it calls it an image: then a tag, a digest or a host is enough. */
export function isImageInContext(reference: ImageReference): boolean {
  const { hasHost, tag, digest } = reference
  return digest !== undefined || tag !== undefined || (hasHost && !isFile(reference))
}

const version = /^v?\d+[.-]\w|^latest$|\d\.\d/
const noImageHosts = /(?:^|\.)(?:github|gitlab|bitbucket)\.(?:com|org)$/
const addresses = new Set(
  'url uri address addr endpoint endpoints upstream host target server git repo link href path secret'.split(
    ' ',
  ),
)

/** Whether a text looks like an image on a host of its own: host, path, and a version or digest; the name says no address. */
export function looksLikeImage(reference: ImageReference, name: string): boolean {
  const { hasHost, host, tag, digest } = reference
  if (!hasHost || noImageHosts.test(host.replace(/:\d+$/, ''))) return false
  if (wordsOf(name).some((word) => addresses.has(word))) return false
  return digest !== undefined || (tag !== undefined && version.test(tag))
}
