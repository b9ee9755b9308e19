import { type ImageReference, formatImage, readImage } from './image-reference.ts'

/** Where images are to be pulled from instead of where they are written. */
export interface RewriteRules {
  /** A registry, with a path in it or not, that takes the place of every host. */
  readonly registry?: string
  /**
   * From an image, a repository or a registry, with or without its tag or digest, to what takes its place. The longest that
   * fits wins, and wins over `registry`.
   */
  readonly map?: Readonly<Record<string, string>>
}

/** The image that takes the place of another; itself when no rule fits. Tag and digest stay unless a rule names others. */
export function rewriteImage(image: string, { registry, map = {} }: RewriteRules): string {
  const reference = readImage(image)
  if (reference === undefined) return image
  const name = `${reference.host}/${reference.repository}`
  const rule = longestRule(reference, name, map)
  if (rule !== undefined) return rule
  if (registry === undefined || registry === '') return image
  const place = registry.replace(/\/+$/, '')
  if (name.startsWith(`${place}/`)) return image
  return `${place}/${reference.repository}${suffixOf(reference)}`
}

/**
 * The registry or folder that takes the place of one from which a program makes names: `quay.io`, `quay.io/team`; a
 * folder without a host is one of Docker Hub.
 */
export function rewritePlace(place: string, rules: RewriteRules): string {
  const trimmed = place.replace(/\/+$/, '')
  const end = place.slice(trimmed.length)
  // Two parts: one alone is an image of Docker Hub itself, in `library`.
  const to = rewriteImage(`${trimmed}/x/x`, rules)
  return to.endsWith('/x/x') ? `${to.slice(0, -4)}${end}` : place
}

function longestRule(
  reference: ImageReference,
  name: string,
  map: Readonly<Record<string, string>>,
): string | undefined {
  const rules = Object.entries(map).toSorted(([a], [b]) => b.length - a.length)
  for (const [from, to] of rules) {
    const exact = readImage(from)
    if (exact !== undefined && isThisImage(exact, reference)) return withSuffix(to, reference)
    // `host:5000` alone is a registry as well, not only an image with a tag.
    if ((exact?.tag !== undefined || exact?.digest !== undefined) && !isHost(from)) continue
    const prefix = prefixOf(from)
    if (name === prefix) return withSuffix(to, reference)
    if (name.startsWith(`${prefix}/`)) {
      return withSuffix(`${to.replace(/\/+$/, '')}${name.slice(prefix.length)}`, reference)
    }
  }
  return undefined
}

/** A rule without tag and digest means all of them. */
function isThisImage(rule: ImageReference, image: ImageReference): boolean {
  if (rule.host !== image.host || rule.repository !== image.repository) return false
  if (rule.tag !== undefined && rule.tag !== image.tag) return false
  return rule.digest === undefined || rule.digest === image.digest
}

// `quay.io` alone is a registry, not an image of Docker Hub.
function prefixOf(from: string): string {
  const trimmed = from.replace(/\/+$/, '')
  if (isHost(trimmed)) return trimmed
  const reference = readImage(trimmed)
  if (reference === undefined) return trimmed
  const repository =
    reference.hasHost || trimmed.includes('/')
      ? reference.repository
      : reference.repository.replace(/^library\//, '')
  return formatImage({ host: reference.host, repository, tag: undefined, digest: undefined })
}

function isHost(from: string): boolean {
  return /^(?:[^/]*\.[^/:]*(?::\d+)?|[^/:]+:\d+|localhost)\/*$/.test(from)
}

function withSuffix(to: string, reference: ImageReference): string {
  const target = readImage(to)
  const isWhole = target !== undefined && (target.tag !== undefined || target.digest !== undefined)
  return isWhole ? to : to + suffixOf(reference)
}

function suffixOf({ tag, digest }: ImageReference): string {
  return `${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`
}
