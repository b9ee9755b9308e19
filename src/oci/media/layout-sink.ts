import { createReadStream } from 'node:fs'
import { access, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Lock, createLock } from '../../std/lock.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import type { Expected } from '../bytes.ts'
import { type Digest, algorithmOf, digestOfStream } from '../digest.ts'
import { OciError } from '../errors.ts'
import { type Descriptor, type RawManifest, parseManifest } from '../manifest.ts'
import { ociIndexType } from '../media-types.ts'
import { fallbackTag, withReferrer } from '../referrers-index.ts'
import { refNameAnnotation } from './content-source.ts'
import { layoutBlobPath, layoutSource, readLayoutIndex } from './layout.ts'
import type { ImageSink } from './medium.ts'
import { namedFull, writeBlobFile } from './partial-file.ts'

/** A layout that is written to, until it is closed. */
export interface LayoutSink extends ImageSink {
  readonly close: () => Promise<void>
}

/** An OCI layout folder to copy to, made when it is not there. One writer at a time. */
export async function layoutSink(folder: string, signal: AbortSignal): Promise<LayoutSink> {
  const name = `layout ${folder}`
  const full = async <T>(work: Promise<T>) =>
    await work.catch((error: unknown) => {
      throw namedFull(error, name)
    })
  await mkdir(join(folder, 'blobs'), { recursive: true })
  const writer = await becomeWriter(folder)
  if (!(await isThere(join(folder, 'index.json')))) {
    await writeFileAtomically(join(folder, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}', signal)
    await writeIndex(folder, [], signal)
  }
  const place = { folder, lock: createLock() }
  return {
    name,
    place: { host: `layout ${resolve(folder)}`, repository: '' },
    resolve: (tag, signal) => layoutSource(folder).resolve(tag, signal),
    hasManifest: (descriptor) => hasFile(folder, descriptor),
    hasBlob: (expected) => hasFile(folder, expected),
    putBlob: async (content, _mountFrom, signal) => {
      const path = layoutBlobPath(folder, content.digest)
      await mkdir(dirname(path), { recursive: true })
      await full(writeBlobFile(path, `${path}.partial`, content, signal))
      return 'uploaded'
    },
    putManifest: (manifest, tag, signal) => full(putManifest(place, manifest, tag, signal)),
    isWhole: (expected, signal) => isWhole(folder, expected, signal),
    close: () => rm(writer, { force: true }),
  }
}

/** A layout as it is, to plan with: nothing is written. Without a folder it has nothing. */
export function plannedLayoutSink(folder: string | undefined): LayoutSink {
  const has = async (expected: Expected) =>
    folder !== undefined && (await hasFile(folder, expected))
  return {
    name: `layout ${folder ?? ''}`,
    place: { host: `layout ${resolve(folder ?? '')}`, repository: '' },
    resolve: async (tag, signal) => {
      if (folder === undefined || !(await isThere(join(folder, 'index.json')))) return undefined
      return await layoutSource(folder).resolve(tag, signal)
    },
    hasManifest: has,
    hasBlob: has,
    isWhole: has,
    putBlob: writeNothing,
    putManifest: writeNothing,
    close: async () => {},
  }
}

async function writeNothing(): Promise<never> {
  throw new Error('a plan writes nothing')
}

// Two that write would take each other's unfinished blobs for their own.
async function becomeWriter(folder: string): Promise<string> {
  const path = join(folder, '.writer')
  for (let attempt = 0; ; attempt++) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' })
      return path
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw namedFull(cause, folder)
      const pid = Number(await readFile(path, 'utf8').catch(() => ''))
      if (attempt > 0 || (pid !== process.pid && isRunning(pid))) {
        const message = `layout ${folder} is being written by process ${pid}; if that is something else, delete ${path}`
        throw new OciError('bad-layout', message, { cause })
      }
      await rm(path, { force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

interface Written {
  readonly folder: string
  readonly lock: Lock
}

async function putManifest(
  place: Written,
  manifest: RawManifest,
  tag: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { folder, lock } = place
  await writeSmall(folder, manifest, signal)
  const { subject } = parseManifest(manifest, `manifest ${manifest.digest}`)
  await lock(async () => {
    if (subject !== undefined) await addReferrer(folder, subject.digest, manifest, signal)
    if (tag !== undefined) await addEntry(folder, manifest, tag, signal)
  })
}

// Layouts know no referrers API, so they keep the list where registries without one do: under a tag.
async function addReferrer(
  folder: string,
  subject: Digest,
  manifest: RawManifest,
  signal: AbortSignal,
): Promise<void> {
  const others = await layoutSource(folder).referrers(subject, signal)
  const index = withReferrer(others, manifest)
  if (index === undefined) return
  await writeSmall(folder, index, signal)
  await addEntry(folder, index, fallbackTag(subject), signal)
}

async function addEntry(
  folder: string,
  { mediaType, digest, bytes }: RawManifest,
  tag: string,
  signal: AbortSignal,
): Promise<void> {
  const entries = await readLayoutIndex(folder, signal)
  const others = entries.filter(({ annotations }) => annotations?.[refNameAnnotation] !== tag)
  const annotations = { [refNameAnnotation]: tag }
  await writeIndex(
    folder,
    [...others, { mediaType, digest, size: bytes.length, annotations }],
    signal,
  )
}

async function writeSmall(
  folder: string,
  { digest, bytes }: RawManifest,
  signal: AbortSignal,
): Promise<void> {
  const path = layoutBlobPath(folder, digest)
  await mkdir(dirname(path), { recursive: true })
  await writeFileAtomically(path, bytes, signal)
}

async function writeIndex(
  folder: string,
  manifests: readonly Descriptor[],
  signal: AbortSignal,
): Promise<void> {
  const index = { schemaVersion: 2, mediaType: ociIndexType, manifests }
  await writeFileAtomically(join(folder, 'index.json'), JSON.stringify(index), signal)
}

async function hasFile(folder: string, { digest, size }: Expected): Promise<boolean> {
  const path = layoutBlobPath(folder, digest)
  return (await isThere(path)) && (await stat(path)).size === size
}

async function isWhole(folder: string, expected: Expected, signal: AbortSignal): Promise<boolean> {
  if (!(await hasFile(folder, expected))) return false
  const bytes = createReadStream(layoutBlobPath(folder, expected.digest), { signal })
  return (await digestOfStream(bytes, algorithmOf(expected.digest))) === expected.digest
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path)
    return true
  } catch {
    // The reason does not matter: writing there gives a better error.
    return false
  }
}
