import { OciError } from '../errors.ts'
import type { Descriptor, Platform } from '../manifest.ts'

/** Which images of an index are copied. */
export type PlatformChoice =
  | { readonly kind: 'all' }
  /** The index stays as it is, and only these images of it are copied. */
  | { readonly kind: 'some'; readonly platforms: readonly Platform[] }
  /** The index without any of its images. */
  | { readonly kind: 'index-only' }
  /** The image of one platform takes the place of the index; the tag then has another digest. */
  | { readonly kind: 'image'; readonly platform: Platform }

/** Reads `linux/amd64` or `linux/arm64/v8`; undefined when it is no platform. */
export function parsePlatform(text: string): Platform | undefined {
  const match = /^([a-z0-9]+)\/([a-z0-9_]+)(?:\/([a-z0-9.]+))?$/.exec(text)
  if (match === null) return undefined
  const [, os = '', architecture = '', variant] = match
  return { os, architecture, ...(variant === undefined ? {} : { variant }) }
}

export function platformText({ os, architecture, variant }: Platform): string {
  return `${os}/${architecture}${variant === undefined ? '' : `/${variant}`}`
}

// Buildx puts attestations into the index, under a platform that is none, and names their image so.
const attestedAnnotation = 'vnd.docker.reference.digest'

/** The images of an index that are wanted, with the attestations that stand beside them. */
export function wantedImages(
  manifests: readonly Descriptor[],
  choice: PlatformChoice,
): readonly Descriptor[] {
  if (choice.kind === 'all') return manifests
  if (choice.kind === 'index-only') return []
  const platforms = choice.kind === 'image' ? [choice.platform] : choice.platforms
  const images = manifests.filter(({ platform }) =>
    // One that names no platform runs anywhere.
    platforms.some((one) => platform === undefined || isSame(one, platform)),
  )
  const digests = new Set<string>(images.map(({ digest }) => digest))
  return manifests.filter(
    ({ digest, annotations }) =>
      digests.has(digest) || digests.has(annotations?.[attestedAnnotation] ?? ''),
  )
}

/** The image that takes the place of an index. */
export function oneImage(
  manifests: readonly Descriptor[],
  platform: Platform,
  what: string,
): Descriptor {
  const found = manifests.find(
    (one) => one.platform !== undefined && isSame(platform, one.platform),
  )
  if (found !== undefined) return found
  const known = manifests.flatMap((one) => (one.platform ? [platformText(one.platform)] : []))
  const message = `${what} has no image for ${platformText(platform)}; it has ${known.join(', ')}`
  throw new OciError('not-found', message)
}

// arm64 without a variant is v8, as containerd has it; else a variant counts only when it is asked for.
function isSame(wanted: Platform, found: Platform): boolean {
  if (wanted.os !== found.os || wanted.architecture !== found.architecture) return false
  return wanted.variant === undefined || wanted.variant === (found.variant ?? usualVariant(found))
}

function usualVariant({ architecture }: Platform): string | undefined {
  return { arm64: 'v8', arm: 'v7' }[architecture]
}
