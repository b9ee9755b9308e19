import { type ImageReference, formatImage, readImage } from '../../images/image-reference.ts'
import { type RewriteRules, rewriteImage } from '../../images/rewrite-image.ts'
import type { ImageSink, ImageSource } from '../../oci/media/medium.ts'
import type { PlatformChoice } from '../../oci/media/platform-choice.ts'
import { remoteSink, remoteSource } from '../../oci/media/remote.ts'
import { MirrorError } from '../errors.ts'
import type { CopyItem } from './plan-copies.ts'
import type { NamedBy, Registries } from './registries.ts'

/** An image and where it is, before it is known where it goes. */
export interface WantedImage {
  readonly image: string
  readonly from: ImageSource
  /** A tag, digest or name at the source. */
  readonly reference: string
  /** Its name among images; a layout may have images without one. */
  readonly name: ImageReference | undefined
}

/** Images of registries, by their names, read no faster than their hosts may be. */
export function imagesOfRegistries(
  names: readonly { readonly image: string; readonly reference: ImageReference }[],
  named: NamedBy,
  { registryOf, paceOf }: Registries,
): readonly WantedImage[] {
  const sources = new Map<string, ImageSource>()
  return names.map(({ image, reference }) => {
    const { host, repository, tag, digest } = reference
    const place = `${host}/${repository}`
    const from =
      sources.get(place) ??
      throttled(remoteSource(registryOf(host, named), repository), paceOf(host))
    sources.set(place, from)
    return { image, from, reference: digest ?? tag ?? 'latest', name: reference }
  })
}

function throttled(from: ImageSource, pace: ReturnType<Registries['paceOf']>): ImageSource {
  const blob: ImageSource['blob'] = (expected) => {
    const content = from.blob(expected)
    return {
      ...content,
      open: (at, signal) => pace.throttle(content.open(at, signal), signal),
    }
  }
  return { ...from, blob }
}

export interface ItemOptions {
  readonly platforms: PlatformChoice
  readonly attached: CopyItem['attached']
}

/** How names change on the way. */
export interface Naming {
  readonly map: Readonly<Record<string, string>>
  /** The host an image came from becomes the first folder of its name, as with skopeo. */
  readonly scoped: boolean
}

/** Places of images in a registry: `text` is a registry with a folder, or one whole image. */
export function registryPlaces(
  text: string,
  naming: Naming,
  registries: Registries,
): (image: WantedImage, options: ItemOptions) => CopyItem {
  const sinks = new Map<string, ImageSink>()
  const exact = readImage(text)
  const isExact = exact?.tag !== undefined && text.includes('/')
  const sinkOf = ({ host, repository }: ImageReference) => {
    const known =
      sinks.get(`${host}/${repository}`) ??
      remoteSink(registries.registryOf(host, 'by the user'), repository, {
        journal: registries.journal,
      })
    sinks.set(`${host}/${repository}`, known)
    return known
  }
  return (image, options) => {
    const target = isExact ? exact : targetOf(image, text, naming)
    const { from, reference } = image
    const tag = target.tag ?? (target.digest === undefined ? 'latest' : undefined)
    const shown = formatImage({ ...target, tag })
    const to = sinkOf(target)
    return { image: image.image, target: shown, from, to, reference, tag, ...options }
  }
}

function targetOf(image: WantedImage, registry: string, { map, scoped }: Naming): ImageReference {
  if (image.name === undefined) {
    const wanted = 'a whole name for it as destination, such as docker://registry.example/app:v1'
    const message = `${image.image} of ${image.from.name} is no name of an image; wanted ${wanted}`
    throw new MirrorError('no-place', message)
  }
  const name = formatImage({ ...image.name, tag: image.name.tag ?? defaultTag(image.name) })
  const place = scoped ? `${registry}/${image.name.host.replace(':', '-')}` : registry
  const rules: RewriteRules = { registry: place, map }
  const target = readImage(rewriteImage(name, rules))
  if (target !== undefined) return target
  const message = `${image.image} has no place in ${registry}: ${rewriteImage(name, rules)} is no image`
  throw new MirrorError('no-place', message)
}

/** The tag of an image that names none and no digest. */
export function defaultTag({ digest }: ImageReference): string | undefined {
  return digest === undefined ? 'latest' : undefined
}

/** Refuses two images under one name: it would be the last of them. */
export function checkTargets(items: readonly CopyItem[], advice: string): void {
  const seen = new Map<string, CopyItem>()
  for (const item of items) {
    const other = seen.get(item.target)
    if (other !== undefined) {
      const message = `${other.image} and ${item.image} would both become ${item.target}; ${advice}`
      throw new MirrorError('no-place', message)
    }
    seen.set(item.target, item)
  }
}
