import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { resolve as absolute } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { tarFileHeader, tarPadding } from '../../formats/tar-write.ts'
import { type Lock, createLock } from '../../std/lock.ts'
import { type Expected, verifyBytes } from '../bytes.ts'
import { type Digest, algorithmOf, digestOfStream, hexOf } from '../digest.ts'
import { OciError } from '../errors.ts'
import { type Descriptor, type RawManifest, parseManifest } from '../manifest.ts'
import { ociIndexType } from '../media-types.ts'
import { fallbackTag, withReferrer } from '../referrers-index.ts'
import { refNameAnnotation } from './content-source.ts'
import type { ImageSink } from './medium.ts'
import { namedFull } from './partial-file.ts'
import { type CutEntry, keptEntries, readBack } from './kept-entries.ts'

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
  readonly partial: string
  /** The content that broke off behind the end. */
  cut: CutEntry | undefined
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
      await write(() => append(state, content, (start) => content.open(start, signal), signal))
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
      else if (state.content.size === 0 && state.cut === undefined)
        await rm(partial, { force: true })
    },
  }
}

async function openState(partial: string, signal: AbortSignal): Promise<State> {
  const made = await open(partial, 'a+')
  await made.close()
  const { whole, cut, end } = await keptEntries(partial, signal)
  const content = new Map(whole.map((one) => [one.digest, one] as const))
  const file = await open(partial, 'r+')
  await file.truncate(cut === undefined ? end : cut.offset + cut.arrived)
  const rest = { manifests: new Map(), tags: new Map(), lock: createLock(), end }
  return { file, partial, content, cut, ...rest }
}

/** Writes content behind what is there. Bytes of it that arrived before are read for its digest and stay. */
async function append(
  state: State,
  expected: Expected,
  open: (start: number) => AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const { digest, size } = expected
  if (state.content.has(digest)) return
  const begun = state.cut?.digest === digest && state.cut.size === size ? state.cut : undefined
  if (begun === undefined && state.cut !== undefined) {
    // The failure that cut it may be about to end the copy that this blob is part of, too.
    await setImmediate()
    signal.throwIfAborted()
  }
  const cut = begun ?? (await beginEntry(state, expected))
  const { offset, arrived } = cut
  state.cut = cut
  const bytes = joined(readBack(state.partial, { offset, size: arrived }, signal), () =>
    arrived === size ? nothing() : open(arrived),
  )
  let at = offset
  try {
    for await (const chunk of verifyBytes(bytes, expected, `blob ${digest}`)) {
      // Bytes that were read back lie where they are written.
      if (at >= offset + arrived) await writeAt(state, at, chunk)
      at += chunk.length
      cut.arrived = Math.max(arrived, at - offset)
    }
  } catch (error) {
    if (!(error instanceof OciError) || error.code !== 'digest-mismatch') throw error
    state.cut = undefined
    // A machine that lost power may have lost what was written: then all of it comes again.
    if (arrived === 0) throw error
    await append(state, expected, open, signal)
    return
  }
  state.cut = undefined
  state.end = await writeAt(state, at, new Uint8Array(tarPadding(size)))
  state.content.set(digest, { offset, size })
}

/** A header behind what is whole; whatever was begun there before is gone. */
async function beginEntry(state: State, { digest, size }: Expected): Promise<CutEntry> {
  const name = `blobs/${algorithmOf(digest)}/${hexOf(digest)}`
  await state.file.truncate(state.end)
  const offset = await writeAt(state, state.end, tarFileHeader(name, size, 0))
  return { digest, offset, size, arrived: 0 }
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
  await appendManifest(state, manifest, signal)
  const { subject } = parseManifest(manifest, `manifest ${manifest.digest}`)
  if (subject !== undefined) await addReferrer(state, subject.digest, manifest, signal)
  if (tag !== undefined) state.tags.set(tag, describe(manifest))
  signal.throwIfAborted()
}

async function appendManifest(
  state: State,
  manifest: RawManifest,
  signal: AbortSignal,
): Promise<void> {
  const { digest, bytes } = manifest
  state.manifests.set(digest, manifest)
  const from = (start: number) => once(bytes.subarray(start))
  await append(state, { digest, size: bytes.length }, from, signal)
}

async function addReferrer(
  state: State,
  subject: Digest,
  manifest: RawManifest,
  signal: AbortSignal,
): Promise<void> {
  const tag = fallbackTag(subject)
  const before = state.manifests.get(state.tags.get(tag)?.digest ?? ('' as Digest))
  const list = before && parseManifest(before, `the referrers of ${subject}`)
  const index = withReferrer(list?.kind === 'index' ? list.manifests : [], manifest)
  if (index === undefined) return
  await appendManifest(state, index, signal)
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

async function* joined(
  first: AsyncIterable<Uint8Array>,
  second: () => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* first
  yield* second()
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
