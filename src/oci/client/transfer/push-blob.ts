import { backoffDelay } from '../../../std/backoff.ts'
import { sleep } from '../../../std/sleep.ts'
import type { Expected } from '../../bytes.ts'
import { OciError } from '../../errors.ts'
import { maxResumes, uploadChunkBytes } from '../../limits.ts'
import { ByteReader } from './byte-reader.ts'
import { blobSizeBeforePush } from './pull-blob.ts'
import type { HttpResponse } from '../http.ts'
import { printableUrl } from '../redact.ts'
import type { Registry } from '../registry.ts'
import type { UploadJournal, UploadKey } from '../upload/upload-journal.ts'

/** Bytes that can be read again from any place, so that an upload can be taken up. */
export interface BlobContent extends Expected {
  readonly open: (start: number, signal: AbortSignal) => AsyncIterable<Uint8Array>
}

export interface PushOptions {
  /** A repository of the same registry that may have the blob already. */
  readonly mountFrom?: string
  /** Larger blobs go up in pieces of this. */
  readonly chunkBytes?: number
  /** Where uploads in pieces are noted, so that the next process goes on with them. */
  readonly journal?: UploadJournal
}

/** How a blob came to where it is wanted. */
export type BlobFate = 'uploaded' | 'mounted' | 'there'

/** Uploads a blob, or mounts it when the registry has it elsewhere; the registry checks the digest. */
export async function pushBlob(
  registry: Registry,
  repository: string,
  { content, options }: { readonly content: BlobContent; readonly options: PushOptions },
  signal: AbortSignal,
): Promise<BlobFate> {
  const { journal } = options
  const target = { registry, repository, content, ...(journal === undefined ? {} : { journal }) }
  for (let attempt = 0; ; attempt++) {
    try {
      return await pushOnce(target, options, signal)
    } catch (error) {
      const mayWork = error instanceof OciError && error.transient && attempt < maxRestarts
      if (!mayWork) throw error
      await sleep(backoffDelay(attempt, restartBackoff, Math.random()), signal)
    }
  }
}

// An upload that broke where it cannot be taken up is begun anew.
const maxRestarts = 2
const restartBackoff = { first: 250, most: 5000 }

async function pushOnce(
  target: Target,
  options: PushOptions,
  signal: AbortSignal,
): Promise<BlobFate> {
  const { content, registry, repository } = target
  const asked = options.chunkBytes ?? uploadChunkBytes
  const begun = content.size > asked ? await takeUp(target, signal) : undefined
  if (begun !== undefined && (await goOn(target, begun, asked, signal))) return 'uploaded'
  const start = await startUpload(target, options.mountFrom, signal)
  if (start.status === 201) return 'mounted'
  // Registries that keep blobs for all repositories together need not mount: crane's has it since the first upload.
  if (options.mountFrom !== undefined) {
    const size = await blobSizeBeforePush(registry, repository, content.digest, signal)
    if (size === content.size) return 'there'
  }
  const chunkBytes = Math.max(asked, Number(start.header('oci-chunk-min-length') ?? 0) || 0)
  const location = locationOf(start)
  const end =
    content.size > chunkBytes
      ? await pushChunks(target, { location, offset: 0 }, chunkBytes, signal)
      : { location, body: { size: content.size, open: () => content.open(0, signal) } }
  await finishUpload(target, end, signal)
  return 'uploaded'
}

/** Where an earlier process left an upload, if the registry still knows it. */
async function takeUp(target: Target, signal: AbortSignal): Promise<Progress | undefined> {
  const { registry, journal } = target
  const noted = await journal?.find(keyOf(target), signal)
  const location = noted === undefined ? null : URL.parse(noted)
  if (location === null || location.protocol !== registry.base.protocol) return undefined
  const progress = await askProgress(target, location, signal)
  if (progress === undefined) await journal?.forget(keyOf(target))
  return progress
}

/** Goes on with what an earlier process began; false when the registry does not take it, and all begins anew. */
async function goOn(
  target: Target,
  begun: Progress,
  chunkBytes: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await finishUpload(target, await pushChunks(target, begun, chunkBytes, signal), signal)
    return true
  } catch (error) {
    if (!(error instanceof OciError)) throw error
    if (error.code !== 'refused' && error.code !== 'not-found') throw error
    await target.journal?.forget(keyOf(target))
    return false
  }
}

function keyOf({ registry, repository, content }: Target): UploadKey {
  return { host: registry.host, repository, digest: content.digest }
}

interface Target {
  readonly registry: Registry
  readonly repository: string
  readonly content: BlobContent
  readonly journal?: UploadJournal
}

async function startUpload(
  target: Target,
  from: string | undefined,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { registry, repository, content } = target
  const mount =
    from === undefined ? undefined : new URLSearchParams({ mount: content.digest, from })
  const path = `${repository}/blobs/uploads/${mount === undefined ? '' : `?${mount.toString()}`}`
  const call = {
    method: 'POST',
    path,
    headers: { 'content-length': '0' },
    repository,
    access: 'push',
    // An upload that nobody goes on with costs nothing.
    idempotent: true,
    ...(from === undefined ? {} : { from }),
  } as const
  const response = await registry.call(call, signal)
  if (response.status === 202 || (response.status === 201 && from !== undefined)) {
    await response.discard()
    return response
  }
  // No right to read the other repository is no reason not to upload.
  if (from !== undefined && [401, 403, 404].includes(response.status)) {
    await response.discard()
    return await startUpload(target, undefined, signal)
  }
  throw await registry.failure(response, `starting an upload to ${repository}`)
}

interface End {
  readonly location: URL
  readonly body?: { readonly size: number; readonly open: () => AsyncIterable<Uint8Array> }
}

async function pushChunks(
  target: Target,
  first: Progress,
  chunkBytes: number,
  signal: AbortSignal,
): Promise<End> {
  const { content, journal } = target
  let progress = first
  let barren = 0
  let reader = new ByteReader(content.open(first.offset, signal))
  try {
    while (progress.offset < content.size) {
      await journal?.note(keyOf(target), progress.location.href, signal)
      const outcome = await pushChunk(target, progress, { reader, chunkBytes }, signal)
      barren = outcome.error === undefined ? 0 : barren + 1
      if (outcome.error !== undefined && barren > maxResumes) throw outcome.error
      progress = outcome.progress ?? (await placeAfter(target, progress, outcome.error, signal))
      if (!outcome.isReaderSpent) continue
      await reader.close()
      reader = new ByteReader(content.open(progress.offset, signal))
    }
  } finally {
    await reader.close()
  }
  return { location: progress.location }
}

interface Progress {
  readonly location: URL
  readonly offset: number
}

type ChunkOutcome = {
  /** Whether the reader is not where the upload is any more. */
  readonly isReaderSpent: boolean
} & (
  | { readonly progress: Progress; readonly error?: undefined }
  | { readonly progress?: undefined; readonly error: OciError }
)

async function pushChunk(
  target: Target,
  { location, offset }: Progress,
  { reader, chunkBytes }: { readonly reader: ByteReader; readonly chunkBytes: number },
  signal: AbortSignal,
): Promise<ChunkOutcome> {
  const { registry, repository, content } = target
  const size = Math.min(chunkBytes, content.size - offset)
  const headers = {
    'content-type': 'application/octet-stream',
    'content-range': `${offset}-${offset + size - 1}`,
  }
  let opened = 0
  // A request that is sent again (a new token, a busy registry) needs its bytes again.
  const again = () => new ByteReader(content.open(offset, signal)).take(size)
  const body = { size, open: () => (opened++ === 0 ? reader.take(size) : again()) }
  try {
    const call = { method: 'PATCH', path: location, headers, body, repository } as const
    const response = await registry.call({ ...call, access: 'push' }, signal)
    // The registry of crane answers 204, as other clients accept it.
    if (response.status === 202 || response.status === 204) {
      await response.discard()
      const progress = { location: locationOf(response), offset: offset + size }
      return { progress, isReaderSpent: opened > 1 }
    }
    const error = await registry.failure(response, `uploading blob ${content.digest}`)
    // 416 says that the registry has more or less than we think: that can be asked.
    if (response.status === 416) return { error, isReaderSpent: true }
    throw error
  } catch (error) {
    if (error instanceof OciError && error.transient) return { error, isReaderSpent: true }
    throw error
  }
}

async function placeAfter(
  target: Target,
  { location }: Progress,
  cause: OciError,
  signal: AbortSignal,
): Promise<Progress> {
  const found = await askProgress(target, location, signal)
  if (found === undefined) throw cause
  return found
}

/** Where the registry is with an upload; undefined when it does not say. */
async function askProgress(
  { registry, repository, content }: Target,
  location: URL,
  signal: AbortSignal,
): Promise<Progress | undefined> {
  const call = {
    method: 'GET',
    path: location,
    repository,
    access: 'push',
    timeout: 60_000,
  } as const
  const response = await registry.call(call, signal)
  await response.discard()
  const range = /^(?:bytes=)?0-(\d+)$/.exec(response.header('range') ?? '')
  if (response.status !== 204 || range === null) return undefined
  const last = Number(range[1])
  // 0-0 stands for one byte and for none alike; nothing is lost by sending the first byte again.
  const offset = last === 0 ? 0 : last + 1
  if (offset > content.size) return undefined
  const next = response.header('location') === undefined ? location : locationOf(response)
  return { location: next, offset }
}

async function finishUpload(target: Target, end: End, signal: AbortSignal): Promise<void> {
  const { registry, repository, content } = target
  const path = new URL(end.location)
  path.searchParams.set('digest', content.digest)
  const headers = { 'content-type': 'application/octet-stream' }
  const body = end.body === undefined ? {} : { body: end.body }
  const call = { method: 'PUT', path, headers, repository, access: 'push', ...body } as const
  const response = await registry.call(call, signal)
  // There is no upload left to continue, whether this one worked or not.
  await target.journal?.forget(keyOf(target))
  if (response.status !== 201 && response.status !== 204) {
    throw await registry.failure(response, `finishing the upload of blob ${content.digest}`)
  }
  await response.discard()
}

function locationOf(response: HttpResponse): URL {
  const location = URL.parse(response.header('location') ?? '', response.url)
  if (response.url.protocol === 'https:' && location?.protocol === 'http:') {
    const message = `${response.url.host} wants an upload in the clear at ${printableUrl(location)}`
    throw new OciError('redirect-refused', message)
  }
  if (response.header('location') !== undefined && location !== null) return location
  throw new OciError('bad-answer', `${response.url.host} answered an upload without a location`)
}
