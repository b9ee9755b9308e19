import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { readBounded, verifyBytes } from '../bytes.ts'
import { type Digest, digestOf, digestOfStream, isDigest } from '../digest.ts'
import { OciError } from '../errors.ts'
import { maxDescriptors, maxManifestBytes } from '../limits.ts'
import type { Descriptor, RawManifest } from '../manifest.ts'
import { ociConfigType, ociGzipLayerType, ociLayerType, ociManifestType } from '../media-types.ts'
import { parseReference, formatReference } from '../reference.ts'
import { contentSource, refNameAnnotation } from './content-source.ts'
import { readLayout } from './layout.ts'
import type { ImageSource } from './medium.ts'
import { type TarPlace, indexTar } from './tar-index.ts'

interface ArchivedImage {
  readonly config: string
  readonly layers: readonly string[]
  readonly tags: readonly string[]
}

type FilePlace = Extract<TarPlace, { readonly kind: 'file' }>

interface Archive {
  readonly path: string
  readonly places: ReadonlyMap<string, TarPlace>
}

/**
 * An archive of `docker save`, to copy from. Since Docker 25 there is an OCI layout in it, which is read where it is there.
 * Else there is no manifest, so that one is made: the config and the layers as they lie in the archive, by their digests.
 */
export async function dockerArchiveSource(path: string, signal: AbortSignal): Promise<ImageSource> {
  const archive = { path, places: await indexTar(path, signal) }
  if (archive.places.has('oci-layout')) return await layoutInArchive(archive, signal)
  const images = await readImages(archive, signal)
  const blobs = new Map<Digest, FilePlace>()
  const manifests = new Map<Digest, RawManifest>()
  const name = `archive ${path}`
  return {
    name,
    names: async () => images.flatMap(({ tags }) => tags),
    referrers: async () => [],
    findTags: async () => new Map(),
    resolve: async (reference, signal) => {
      const image = chooseImage(images, reference)
      if (image === undefined) {
        const raw = isDigest(reference) ? manifests.get(reference) : undefined
        return raw && describe(raw)
      }
      const raw = await makeManifest(archive, image, blobs, signal)
      manifests.set(raw.digest, raw)
      return describe(raw)
    },
    manifest: async ({ digest }) => {
      const raw = manifests.get(digest)
      if (raw === undefined) throw new OciError('not-found', `manifest ${digest} is not in ${name}`)
      return raw
    },
    blob: ({ digest, size }) => ({
      digest,
      size,
      open: (start, signal) => {
        const place = blobs.get(digest)
        if (place === undefined) throw new OciError('not-found', `blob ${digest} is not in ${name}`)
        const bytes = readPlace(path, place, start, signal)
        return start === 0
          ? verifyBytes(bytes, { digest, size }, `blob ${digest} of ${name}`)
          : bytes
      },
    }),
  }
}

const containerdName = 'io.containerd.image.name'

async function layoutInArchive(archive: Archive, signal: AbortSignal): Promise<ImageSource> {
  const { path } = archive
  const listed = await readLayout((name) => readSmall(archive, name, signal), `archive ${path}`)
  const entries = listed.map((entry) => {
    // Docker has the whole name here, and only the tag where others have the name.
    const whole = entry.annotations?.[containerdName]
    if (whole === undefined) return entry
    return { ...entry, annotations: { ...entry.annotations, [refNameAnnotation]: whole } }
  })
  const source = contentSource({
    name: `archive ${path}`,
    entries: async () => entries,
    read: (digest, start, inner) =>
      readPlace(path, placeOf(archive, `blobs/${digest.replace(':', '/')}`), start, inner),
  })
  const resolve: ImageSource['resolve'] = async (reference, inner) => {
    const exact = await source.resolve(reference, inner)
    if (exact !== undefined || reference === '' || isDigest(reference)) return exact
    const names = (await source.names?.(inner)) ?? []
    const same = names.find((one) => isSameName(one, reference))
    return same === undefined ? undefined : await source.resolve(same, inner)
  }
  return { ...source, resolve }
}

function isSameName(a: string, b: string): boolean {
  if (isDigest(a)) return false
  return formatReference(parseReference(a)) === formatReference(parseReference(b))
}

function describe({ mediaType, digest, bytes }: RawManifest): Descriptor {
  return { mediaType, digest, size: bytes.length }
}

function chooseImage(images: readonly ArchivedImage[], reference: string) {
  if (reference === '') return images.length === 1 ? images[0] : undefined
  if (isDigest(reference)) return undefined
  return images.find(({ tags }) =>
    tags.some((tag) => tag === reference || isSameName(tag, reference)),
  )
}

async function makeManifest(
  archive: Archive,
  image: ArchivedImage,
  blobs: Map<Digest, FilePlace>,
  signal: AbortSignal,
): Promise<RawManifest> {
  const configBytes = await readSmall(archive, image.config, signal)
  const config = {
    mediaType: ociConfigType,
    digest: digestOf(configBytes),
    size: configBytes.length,
  }
  blobs.set(config.digest, placeOf(archive, image.config))
  const diffIds = diffIdsOf(configBytes)
  const layers: Descriptor[] = []
  for (const [index, layer] of image.layers.entries()) {
    const place = placeOf(archive, layer)
    const isGzip = await startsAsGzip(archive.path, place)
    const known = diffIds[index]
    // Of plain layers the config knows the digest, and reading them checks it.
    const digest =
      !isGzip && known !== undefined
        ? known
        : await digestOfStream(readPlace(archive.path, place, 0, signal), 'sha256')
    blobs.set(digest, place)
    const mediaType = isGzip ? ociGzipLayerType : ociLayerType
    layers.push({ mediaType, digest, size: place.size })
  }
  const manifest = { schemaVersion: 2, mediaType: ociManifestType, config, layers }
  const bytes = Buffer.from(JSON.stringify(manifest))
  return { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
}

function diffIdsOf(config: Uint8Array): readonly (Digest | undefined)[] {
  const json = parseJson(config, 'the image config') as
    | { readonly rootfs?: { readonly diff_ids?: unknown } }
    | undefined
  const ids = json?.rootfs?.diff_ids
  if (!Array.isArray(ids)) return []
  return ids.map((id: unknown) => (typeof id === 'string' && isDigest(id) ? id : undefined))
}

async function readImages(
  archive: Archive,
  signal: AbortSignal,
): Promise<readonly ArchivedImage[]> {
  const what = `manifest.json of ${archive.path}`
  const list = parseJson(await readSmall(archive, 'manifest.json', signal), what)
  if (!Array.isArray(list) || list.length > maxDescriptors) {
    throw new OciError('bad-layout', `${what} is not a list of images`)
  }
  return list.map((entry: unknown) => {
    const { Config: config, Layers: layers, RepoTags: tags } = Object(entry) as Json
    if (typeof config !== 'string' || !isTexts(layers) || layers.length > maxDescriptors) {
      throw new OciError('bad-layout', `${what} has an image without Config and Layers`)
    }
    return { config, layers, tags: isTexts(tags) ? tags : [] }
  })
}

type Json = Readonly<Record<string, unknown>>

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}

function parseJson(bytes: Uint8Array, what: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw new OciError('bad-layout', `${what} is not JSON`, { cause })
  }
}

async function readSmall(archive: Archive, name: string, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = readPlace(archive.path, placeOf(archive, name), 0, signal)
  return await readBounded(bytes, maxManifestBytes, `${name} of ${archive.path}`)
}

// Old archives hold a layer that two images share once, and a link to it.
const maxLinks = 8

function placeOf({ path, places }: Archive, name: string): FilePlace {
  let place = places.get(name)
  for (let count = 0; place?.kind === 'link' && count < maxLinks; count++) {
    place = places.get(place.target)
  }
  if (place?.kind === 'file') return place
  throw new OciError('bad-layout', `${path} has no file ${JSON.stringify(name.slice(0, 200))}`)
}

async function* readPlace(
  path: string,
  { offset, size }: FilePlace,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (start >= size) return
  yield* createReadStream(path, { start: offset + start, end: offset + size - 1, signal })
}

async function startsAsGzip(path: string, { offset, size }: FilePlace): Promise<boolean> {
  if (size < 2) return false
  const file = await open(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, offset)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await file.close()
  }
}
