import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { resolve as absolute } from 'node:path'
import { tarFileHeader, tarPadding } from '../../formats/tar-write.ts'
import { type Lock, createLock } from '../../std/lock.ts'
import { type Expected, verifyBytes } from '../bytes.ts'
import { type Digest, algorithmOf, digestOfStream, hexOf } from '../digest.ts'
import { type Descriptor, type RawManifest, parseManifest } from '../manifest.ts'
import { ociIndexType } from '../media-types.ts'
import { fallbackTag, withReferrer } from '../referrers-index.ts'
import { refNameAnnotation } from './content-source.ts'
import type { ImageSink } from './medium.ts'
import { namedFull } from './partial-file.ts'
import { type TarPlace, indexTar } from './tar-index.ts'

/** An archive that is written to; it is in its place when it was closed with success. */
export interface ArchiveSink extends ImageSink {
  readonly close: (outcome: 'whole' | 'failed', signal: AbortSignal) => Promise<void>
}

interface State {
  readonly file: FileHandle
  readonly lock: Lock
  /** Where content begins, by its digest. */
  readonly content: Map<Digest, { readonly offset: number; readonly size: number }>
  readonly manifests: Map<Digest, RawManifest>
  readonly tags: Map<string, Descriptor>
  end: number
}

/**
 * An archive as `docker save` writes it since Docker 25: an OCI layout, which keeps digests and platforms, and the list
 * that `docker load` has always read. It is written beside its place; what a killed process left there is used again.
 */
export async function dockerArchiveSink(path: string, signal: AbortSignal): Promise<ArchiveSink> {
  const name = `archive ${path}`
  const partial = `${path}.partial`
  const state = await openState(partial, signal)
  const write = async <T>(work: () => Promise<T>) => {
    try {
      return await state.lock(work)
    } catch (error) {
      throw namedFull(error, name)
    }
  }
  return {
    name,
    place: { host: `archive ${absolute(path)}`, repository: '' },
    resolve: async (tag) => state.tags.get(tag),
    // The bytes of an earlier process are content, but the image that they were for is not known
    // any more.
    hasManifest: async () => false,
    hasBlob: async ({ digest }) => state.content.has(digest),
    putBlob: async (content, _mountFrom, signal) => {
      await write(() => append(state, content, content.open(0, signal)))
      return 'uploaded'
    },
    putManifest: (manifest, tag, signal) => write(() => putManifest(state, manifest, tag, signal)),
    isWhole: (expected, signal) => isWhole(partial, state, expected, signal),
    close: async (outcome, signal) => {
      try {
        if (outcome === 'whole') await write(() => writeEnd(state, signal))
      } finally {
        await state.file.close()
      }
      if (outcome === 'whole') await rename(partial, path)
      else if (state.content.size === 0) await rm(partial, { force: true })
    },
  }
}

async function openState(partial: string, signal: AbortSignal): Promise<State> {
  const file = await open(partial, 'a+')
  await file.close()
  const content = new Map<Digest, { readonly offset: number; readonly size: number }>()
  let end = 0
  for (const place of await keptPlaces(partial, signal)) {
    content.set(place.digest, place)
    end = place.offset + place.size + tarPadding(place.size)
  }
  const writable = await open(partial, 'r+')
  await writable.truncate(end)
  const rest = { manifests: new Map(), tags: new Map(), lock: createLock(), end }
  return { file: writable, content, ...rest }
}

interface Kept {
  readonly digest: Digest
  readonly offset: number
  readonly size: number
}

// Only what has its digest counts, and only up to the first that has not.
async function keptPlaces(partial: string, signal: AbortSignal): Promise<readonly Kept[]> {
  const kept: Kept[] = []
  for (const [name, place] of await wholeEntries(partial, signal)) {
    const [, algorithm = '', hex = ''] = /^blobs\/(sha256|sha512)\/([0-9a-f]+)$/.exec(name) ?? []
    if (place.kind !== 'file' || algorithm === '') break
    const digest = `${algorithm}:${hex}` as Digest
    const found = await digestOfStream(readBack(partial, place, signal), algorithmOf(digest))
    if (found !== digest) break
    kept.push({ digest, offset: place.offset, size: place.size })
  }
  return kept
}

async function wholeEntries(
  partial: string,
  signal: AbortSignal,
): Promise<readonly [string, TarPlace][]> {
  try {
    return [...(await indexTar(partial, signal, 'as far as it goes'))]
  } catch (error) {
    signal.throwIfAborted()
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

async function append(
  state: State,
  expected: Expected,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { digest, size } = expected
  if (state.content.has(digest)) return
  const begin = state.end
  const name = `blobs/${algorithmOf(digest)}/${hexOf(digest)}`
  const offset = await writeAt(state, begin, tarFileHeader(name, size, 0))
  let at = offset
  // A blob that breaks off is written over by the next one.
  for await (const chunk of verifyBytes(bytes, expected, `blob ${digest}`)) {
    at = await writeAt(state, at, chunk)
  }
  state.end = await writeAt(state, at, new Uint8Array(tarPadding(size)))
  state.content.set(digest, { offset, size })
}

async function writeAt({ file }: State, position: number, bytes: Uint8Array): Promise<number> {
  for (let at = 0; at < bytes.length;) {
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
  }
  return position + bytes.length
}

async function putManifest(
  state: State,
  manifest: RawManifest,
  tag: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  await appendManifest(state, manifest)
  const { subject } = parseManifest(manifest, `manifest ${manifest.digest}`)
  if (subject !== undefined) await addReferrer(state, subject.digest, manifest)
  if (tag !== undefined) state.tags.set(tag, describe(manifest))
  signal.throwIfAborted()
}

async function appendManifest(state: State, manifest: RawManifest): Promise<void> {
  const { digest, bytes } = manifest
  state.manifests.set(digest, manifest)
  await append(state, { digest, size: bytes.length }, once(bytes))
}

async function addReferrer(state: State, subject: Digest, manifest: RawManifest): Promise<void> {
  const tag = fallbackTag(subject)
  const before = state.manifests.get(state.tags.get(tag)?.digest ?? ('' as Digest))
  const list = before && parseManifest(before, `the referrers of ${subject}`)
  const index = withReferrer(list?.kind === 'index' ? list.manifests : [], manifest)
  if (index === undefined) return
  await appendManifest(state, index)
  state.tags.set(tag, describe(index))
}

function pathOf({ digest }: Descriptor): string {
  return `blobs/${digest.replace(':', '/')}`
}

function describe({ mediaType, digest, bytes }: RawManifest): Descriptor {
  return { mediaType, digest, size: bytes.length }
}

async function writeEnd(state: State, signal: AbortSignal): Promise<void> {
  const entries = [...state.tags].map(([tag, one]) => ({
    ...one,
    annotations: { [refNameAnnotation]: tag, 'io.containerd.image.name': tag },
  }))
  const files = {
    'oci-layout': { imageLayoutVersion: '1.0.0' },
    'index.json': { schemaVersion: 2, mediaType: ociIndexType, manifests: entries },
    'manifest.json': [...state.tags].flatMap(([tag, { digest }]) => loadable(state, tag, digest)),
  }
  let at = state.end
  for (const [name, value] of Object.entries(files)) {
    const bytes = Buffer.from(JSON.stringify(value))
    at = await writeAt(state, at, tarFileHeader(name, bytes.length, 0))
    at = await writeAt(state, at, bytes)
    at = await writeAt(state, at, new Uint8Array(tarPadding(bytes.length)))
  }
  at = await writeAt(state, at, new Uint8Array(1024))
  await state.file.truncate(at)
  await state.file.sync()
  signal.throwIfAborted()
}

/**
 * The entries of `docker load` for an image: of an index, the first image whose layers are all
 * there.
 */
function loadable(state: State, tag: string, digest: Digest): readonly object[] {
  const raw = state.manifests.get(digest)
  const manifest = raw && parseManifest(raw, `manifest ${digest}`)
  if (manifest === undefined || /^sha(?:256|512)-/.test(tag)) return []
  if (manifest.kind === 'index') {
    const images = manifest.manifests.filter(({ platform }) => platform?.os !== 'unknown')
    return images.flatMap((one) => loadable(state, tag, one.digest)).slice(0, 1)
  }
  return [{ Config: pathOf(manifest.config), RepoTags: [tag], Layers: manifest.layers.map(pathOf) }]
}

async function isWhole(
  partial: string,
  { content }: State,
  { digest, size }: Expected,
  signal: AbortSignal,
): Promise<boolean> {
  const place = content.get(digest)
  if (place?.size !== size) return false
  return (await digestOfStream(readBack(partial, place, signal), algorithmOf(digest))) === digest
}

async function* readBack(
  partial: string,
  { offset, size }: { readonly offset: number; readonly size: number },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (size === 0) return
  const file = await open(partial, 'r')
  yield* file.createReadStream({ start: offset, end: offset + size - 1, signal })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
