import type { ImageReference } from './image-reference.ts'

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

/** Whether what stands before it calls it an image: then a tag, a digest or a host is enough. */
export function isImageInContext({ hasHost, tag, digest }: ImageReference): boolean {
  return hasHost || digest !== undefined || (tag !== undefined && /[0-9a-z]/.test(tag))
}

/** Whether the name of a field, flag or variable says that an image follows. */
export function namesImage(name: string): boolean {
  if (
    /pull|polic|secret|size|type|arch|prefix|dir|path|url|tag|port|host|features?$|format$/i.test(
      name,
    )
  ) {
    return false
  }
  return /(?:^|[^a-z])image(?:$|[^a-z])|[a-z]Image(?:Name|Ref)?$|^image(?:Name|Ref)?$/i.test(name)
}
