import { formatImage, readImage } from '../../images/image-reference.ts'
import type { CopyItem } from '../../mirror/copy/plan-copies.ts'
import type { Registries } from '../../mirror/copy/registries.ts'
import {
  type ItemOptions,
  type Naming,
  type WantedImage,
  defaultTag,
  registryPlaces,
} from '../../mirror/copy/registry-images.ts'
import type { ArchiveSink } from '../../oci/media/docker-archive-sink.ts'
import type { LayoutSink } from '../../oci/media/layout-sink.ts'
import type { ImageSource } from '../../oci/media/medium.ts'
import { PlainError } from '../errors.ts'
import type { CopyPlace } from './copy-place.ts'

/** The images of a layout or an archive: the named one, else all of them. */
export async function imagesOfFile(
  place: FilePlace,
  signal: AbortSignal,
): Promise<readonly WantedImage[]> {
  const { kind, path, name } = place
  const from = await openSource({ kind, path }, signal)
  const names = name === undefined ? ((await from.names?.(signal)) ?? []) : [name]
  if (names.length === 0) throw new PlainError(`${from.name} has no images`)
  return names.map((one) => ({ image: one, from, reference: one, name: readImage(one) }))
}

/** Where images go, and the end of it. */
export interface OpenDestination {
  readonly itemOf: (image: WantedImage, options: ItemOptions) => CopyItem
  readonly close: (outcome: 'whole' | 'failed', signal: AbortSignal) => Promise<void>
}

export async function openDestination(
  place: CopyPlace,
  { dryRun, ...naming }: Naming & { readonly dryRun: boolean },
  registries: Registries,
  signal: AbortSignal,
): Promise<OpenDestination> {
  if (place.kind === 'registry') {
    return { itemOf: registryPlaces(place.text, naming, registries), close: async () => {} }
  }
  const sink = dryRun ? await plannedSink(place) : await openSink(place, signal)
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

// Layouts and archives are loaded when one is named: most copies go from registry to registry.
async function openSource(
  { kind, path }: Pick<FilePlace, 'kind' | 'path'>,
  signal: AbortSignal,
): Promise<ImageSource> {
  if (kind === 'layout') return (await import('../../oci/media/layout.ts')).layoutSource(path)
  const { dockerArchiveSource } = await import('../../oci/media/docker-archive.ts')
  return await dockerArchiveSource(path, signal)
}

async function openSink(place: FilePlace, signal: AbortSignal): Promise<LayoutSink | ArchiveSink> {
  if (place.kind === 'layout') {
    const { layoutSink } = await import('../../oci/media/layout-sink.ts')
    return await layoutSink(place.path, signal)
  }
  const { dockerArchiveSink } = await import('../../oci/media/docker-archive-sink.ts')
  return await dockerArchiveSink(place.path, signal)
}

// An archive is always written anew; a layout keeps what it has.
async function plannedSink({ kind, path }: FilePlace): Promise<LayoutSink> {
  const { plannedLayoutSink } = await import('../../oci/media/layout-sink.ts')
  return plannedLayoutSink(kind === 'layout' ? path : undefined)
}

// The whole name, so that images of different registries stay apart.
function fileName({ image, name }: WantedImage): string {
  if (name === undefined) return image
  const { tag, digest } = name
  const shown = tag ?? defaultTag(name)
  return formatImage({ ...name, tag: shown, digest: shown === undefined ? digest : undefined })
}
