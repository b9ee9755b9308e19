import { type ImageReference, formatImage, readImage } from '../../images/image-reference.ts'
import { type RewriteRules, rewriteImage } from '../../images/rewrite-image.ts'
import type { CopyItem } from '../../mirror/copy/plan-copies.ts'
import { type ArchiveSink, dockerArchiveSink } from '../../oci/media/docker-archive-sink.ts'
import { dockerArchiveSource } from '../../oci/media/docker-archive.ts'
import { type LayoutSink, layoutSink, plannedLayoutSink } from '../../oci/media/layout-sink.ts'
import { layoutSource } from '../../oci/media/layout.ts'
import type { ImageSink, ImageSource } from '../../oci/media/medium.ts'
import type { PlatformChoice } from '../../oci/media/platform-choice.ts'
import { remoteSink, remoteSource } from '../../oci/media/remote.ts'
import { PlainError } from '../errors.ts'
import type { CopyPlace } from './copy-place.ts'
import type { Registries } from './open-registries.ts'

/** An image and where it is, before it is known where it goes. */
export interface WantedImage {
  readonly image: string
  readonly from: ImageSource
  /** A tag, digest or name at the source. */
  readonly reference: string
  /** Its name among images; a layout may have images without one. */
  readonly name: ImageReference | undefined
}

/** Images of registries, by their names. */
export function imagesOfRegistries(
  names: readonly { readonly image: string; readonly reference: ImageReference }[],
  named: Parameters<Registries['registryOf']>[1],
  { registryOf }: Registries,
): readonly WantedImage[] {
  const sources = new Map<string, ImageSource>()
  return names.map(({ image, reference }) => {
    const { host, repository, tag, digest } = reference
    const place = `${host}/${repository}`
    const from = sources.get(place) ?? remoteSource(registryOf(host, named), repository)
    sources.set(place, from)
    return { image, from, reference: digest ?? tag ?? 'latest', name: reference }
  })
}

/** The images of a layout or an archive: the named one, else all of them. */
export async function imagesOfFile(
  place: FilePlace,
  signal: AbortSignal,
): Promise<readonly WantedImage[]> {
  const { kind, path, name } = place
  const from = kind === 'layout' ? layoutSource(path) : await dockerArchiveSource(path, signal)
  const names = name === undefined ? ((await from.names?.(signal)) ?? []) : [name]
  if (names.length === 0) throw new PlainError(`${from.name} has no images`)
  return names.map((one) => ({ image: one, from, reference: one, name: readImage(one) }))
}

/** Where images go, and the end of it. */
export interface OpenDestination {
  readonly itemOf: (image: WantedImage, options: ItemOptions) => CopyItem
  readonly close: (outcome: 'whole' | 'failed', signal: AbortSignal) => Promise<void>
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

export async function openDestination(
  place: CopyPlace,
  { dryRun, ...naming }: Naming & { readonly dryRun: boolean },
  registries: Registries,
  signal: AbortSignal,
): Promise<OpenDestination> {
  if (place.kind === 'registry') return registryDestination(place.text, naming, registries)
  const sink = dryRun ? plannedSink(place) : await openSink(place, signal)
  return {
    itemOf: (image, options) => {
      const tag = place.name ?? fileName(image)
      const target = `${place.kind === 'layout' ? 'oci' : 'docker-archive'}:${place.path}:${tag}`
      const { from, reference } = image
      return { image: image.image, target, from, to: sink, reference, tag, ...options }
    },
    close: (outcome, inner) => sink.close(outcome, inner),
  }
}

type FilePlace = Exclude<CopyPlace, { readonly kind: 'registry' }>

async function openSink(place: FilePlace, signal: AbortSignal): Promise<LayoutSink | ArchiveSink> {
  if (place.kind === 'layout') return await layoutSink(place.path, signal)
  return await dockerArchiveSink(place.path, signal)
}

// An archive is always written anew; a layout keeps what it has.
function plannedSink({ kind, path }: FilePlace): LayoutSink {
  return plannedLayoutSink(kind === 'layout' ? path : undefined)
}

function registryDestination(
  text: string,
  naming: Naming,
  registries: Registries,
): OpenDestination {
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
  return {
    itemOf: (image, options) => {
      const target = isExact ? exact : targetOf(image, text, naming)
      const { from, reference } = image
      const tag = target.tag ?? (target.digest === undefined ? 'latest' : undefined)
      const shown = formatImage({ ...target, tag })
      return {
        image: image.image,
        target: shown,
        from,
        to: sinkOf(target),
        reference,
        tag,
        ...options,
      }
    },
    close: async () => {},
  }
}

function targetOf(image: WantedImage, registry: string, { map, scoped }: Naming): ImageReference {
  if (image.name === undefined) {
    const wanted = 'a whole name for it as destination, such as docker://registry.example/app:v1'
    throw new PlainError(
      `${image.image} of ${image.from.name} is no name of an image; wanted ${wanted}`,
    )
  }
  const name = formatImage({ ...image.name, tag: image.name.tag ?? defaultTag(image.name) })
  const place = scoped ? `${registry}/${image.name.host.replace(':', '-')}` : registry
  const rules: RewriteRules = { registry: place, map }
  const target = readImage(rewriteImage(name, rules))
  if (target !== undefined) return target
  throw new PlainError(
    `${image.image} has no place in ${registry}: ${rewriteImage(name, rules)} is no image`,
  )
}

function defaultTag({ digest }: ImageReference): string | undefined {
  return digest === undefined ? 'latest' : undefined
}

// The whole name, so that images of different registries stay apart.
function fileName({ image, name }: WantedImage): string {
  if (name === undefined) return image
  const { tag, digest } = name
  const shown = tag ?? defaultTag(name)
  return formatImage({ ...name, tag: shown, digest: shown === undefined ? digest : undefined })
}
