/** An image as it is written in an object; what was not written is undefined. */
export interface ImageReference {
  /** Host with port; Docker Hub where none is written. */
  readonly host: string
  /** With `library/` for Docker Hub's own images. */
  readonly repository: string
  readonly tag: string | undefined
  readonly digest: string | undefined
  /** Whether the host was written. */
  readonly hasHost: boolean
}

const dockerHub = 'docker.io'
const maxLength = 512
const namePattern =
  /^[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*)*$/
const hostPattern = /^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?$/
const tagPattern = /^\w[\w.-]{0,127}$/
const digestPattern = /^[a-z0-9]+(?:[+._-][a-z0-9]+)*:[0-9a-fA-F]{32,}$/

/** Reads an image as container runtimes do; undefined when it is none. */
export function readImage(text: string): ImageReference | undefined {
  if (text.length === 0 || text.length > maxLength) return undefined
  const at = text.indexOf('@')
  const digest = at < 0 ? undefined : text.slice(at + 1)
  const named = at < 0 ? text : text.slice(0, at)
  // A colon before the last slash belongs to the port of the host.
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1)
  const tag = colon < 0 ? undefined : named.slice(colon + 1)
  const name = colon < 0 ? named : named.slice(0, colon)
  if (tag !== undefined && !tagPattern.test(tag)) return undefined
  if (digest !== undefined && !digestPattern.test(digest)) return undefined
  const place = placeOf(name)
  return place && { ...place, tag, digest }
}

/** The image in full: with host, and with a tag and digest where it has them. */
export function formatImage(image: Omit<ImageReference, 'hasHost'>): string {
  const { host, repository, tag, digest } = image
  const tagged = tag === undefined ? '' : `:${tag}`
  return `${host}/${repository}${tagged}${digest === undefined ? '' : `@${digest}`}`
}

function placeOf(name: string): Omit<ImageReference, 'tag' | 'digest'> | undefined {
  const slash = name.indexOf('/')
  const first = slash < 0 ? '' : name.slice(0, slash)
  // A first part that could be a folder on Docker Hub is one.
  const hasHost = first === 'localhost' || /[.:]/.test(first)
  const path = hasHost ? name.slice(slash + 1) : name
  if (!namePattern.test(path) || (hasHost && !hostPattern.test(first))) return undefined
  const host = !hasHost || first === 'index.docker.io' ? dockerHub : first
  const repository = host === dockerHub && !path.includes('/') ? `library/${path}` : path
  return { host, repository, hasHost }
}
