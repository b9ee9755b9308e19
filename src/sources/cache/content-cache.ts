import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Digest,
  algorithmOf,
  digestOf,
  digestOfStream,
  finish,
  hexOf,
} from '../../oci/digest.ts'
import type { Neighbours } from '../../std/node/own-folder.ts'
import { SourceError } from '../errors.ts'
import { type AddressNotes, addressNotes } from './address-notes.ts'
import { type CacheFolders, openCacheSecret, prepareCacheFolders } from './cache-folder.ts'
import { type CacheLimits, evict } from './evict.ts'
import { withFileLock } from './fetch-lock.ts'

export interface CacheOptions {
  /** Made when it is not there; its parent may be anywhere, it must be nobody else's. */
  readonly root: string
  readonly limits?: Partial<CacheLimits>
  /** Some by default. */
  readonly neighbours?: Neighbours
  /** Milliseconds since 1970; the system's clock when nothing is said. */
  readonly now?: () => number
}

/** The content that came in, by its digest. */
export interface Stored {
  readonly digest: Digest
  readonly size: number
}

export interface ExpectedContent {
  readonly limit: number
  readonly digest?: Digest
  /** Named in errors. */
  readonly what?: string
}

/** Bytes on disk by their sha256, shared between processes; every reading is checked. */
export interface ContentCache {
  /** The bytes, or undefined; an entry that is not what its name says is deleted. */
  readonly get: (digest: Digest, signal: AbortSignal) => Promise<Uint8Array | undefined>
  /** The bytes as a stream that was checked before it is given out. */
  readonly open: (
    digest: Digest,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<Uint8Array> | undefined>
  /** Keeps a stream once it has ended within the limit and, if given, with this digest. */
  readonly put: (
    stream: AsyncIterable<Uint8Array>,
    expected: ExpectedContent,
    signal: AbortSignal,
  ) => Promise<Stored>
  /** The bytes from here, or fetched, by one process at a time, and kept. */
  readonly getOrFetch: (wanted: ContentRequest, signal: AbortSignal) => Promise<Uint8Array>
  /** Notes on addresses whose content has no digest before it is fetched. */
  readonly notes: AddressNotes
  /** The same folder and limits, with the entries of one scope alone; the scope is made with the cache's secret. */
  readonly within: (scopeOf: (secret: Uint8Array) => string) => ContentCache
}

export interface ContentRequest {
  /** Named in errors. */
  readonly what: string
  readonly digest: Digest
  readonly limit: number
  readonly fetch: (signal: AbortSignal) => AsyncIterable<Uint8Array>
}

const mebibyte = 1024 * 1024
const defaultLimits: CacheLimits = {
  bytes: 1024 * mebibyte,
  entries: 10_000,
  age: 30 * 24 * 60 * 60 * 1000,
}

/** Opens a cache, or refuses its folder. */
export async function openContentCache(options: CacheOptions): Promise<ContentCache> {
  const folders = await prepareCacheFolders(options.root, options.neighbours)
  const secret = await openCacheSecret(folders)
  const limits = { ...defaultLimits, ...options.limits }
  const now = options.now ?? Date.now
  return cacheOf({ folders, limits, now, room: { unseen: undefined }, scope: '', secret })
}

function cacheOf(state: State): ContentCache {
  const { folders } = state
  const get = async (digest: Digest, signal: AbortSignal) => {
    const file = await openEntry(state, digest)
    if (file === undefined) return undefined
    try {
      const bytes = await file.readFile({ signal })
      if (digestOf(bytes) !== digest) return await dropEntry(state, digest)
      await touch(state, file)
      return bytes
    } finally {
      await file.close()
    }
  }
  const getOrFetch = async (
    { digest, limit, fetch, what }: ContentRequest,
    signal: AbortSignal,
  ) => {
    const known = await get(digest, signal)
    if (known !== undefined) return known
    const fetchOnce = async () => {
      // The process that had the lock before has fetched it most likely.
      const brought = await get(digest, signal)
      if (brought !== undefined) return brought
      const kept: Uint8Array[] = []
      await store(state, collect(fetch(signal), kept), { digest, limit, what }, signal)
      return Buffer.concat(kept)
    }
    const lock = join(folders.locks, `${entryName(state, digest)}.lock`)
    return await withFileLock(lock, fetchOnce, signal)
  }
  return {
    get,
    getOrFetch,
    open: (digest, signal) => openChecked(state, digest, signal),
    put: (stream, expected, signal) => store(state, stream, expected, signal),
    notes: addressNotes(folders.addresses),
    within: (scopeOf) => cacheOf({ ...state, scope: scopeOf(state.secret) }),
  }
}

interface State {
  readonly folders: CacheFolders
  readonly limits: CacheLimits
  readonly now: () => number
  readonly room: {
    /** Bytes added since the folder was last looked through; undefined before the first time. */
    unseen: number | undefined
  }
  readonly scope: string
  readonly secret: Uint8Array
}

/** Entries are named by sha256 alone, so that one content has one name. */
function checked(digest: Digest): Digest {
  if (algorithmOf(digest) === 'sha256') return digest
  throw new SourceError('unsafe-cache', `the cache knows sha256 digests and not ${digest}`)
}

function entryName({ scope }: State, digest: Digest): string {
  return `${hexOf(checked(digest))}${scope === '' ? '' : `-${scope}`}`
}

function entryPath(state: State, digest: Digest): string {
  return join(state.folders.blobs, entryName(state, digest))
}

async function openEntry(state: State, digest: Digest): Promise<FileHandle | undefined> {
  const path = entryPath(state, digest)
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code === 'ELOOP') {
      throw new SourceError('unsafe-cache', `cache entry ${path} is a link`, { cause: error })
    }
    throw error
  }
}

async function dropEntry(state: State, digest: Digest): Promise<undefined> {
  await rm(entryPath(state, digest), { force: true })
}

const touchEvery = 60_000

// The time of the last change is the time of the last use: entries never change.
async function touch({ now }: State, file: FileHandle): Promise<void> {
  const { mtimeMs } = await file.stat()
  if (now() - mtimeMs < touchEvery) return
  const date = new Date(now())
  await file.utimes(date, date)
}

async function openChecked(
  state: State,
  digest: Digest,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const file = await openEntry(state, digest)
  if (file === undefined) return undefined
  try {
    const found = await digestOfStream(piecesOf(file, signal), 'sha256')
    if (found === digest) {
      await touch(state, file)
      return closeAfter(file, signal)
    }
  } catch (error) {
    await file.close()
    throw error
  }
  await file.close()
  return await dropEntry(state, digest)
}

async function* closeAfter(file: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* piecesOf(file, signal)
  } finally {
    await file.close()
  }
}

const pieceBytes = 256 * 1024

async function* piecesOf(file: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let at = 0; ;) {
    signal.throwIfAborted()
    const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, at)
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

async function* collect(
  stream: AsyncIterable<Uint8Array>,
  into: Uint8Array[],
): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream) {
    into.push(chunk)
    yield chunk
  }
}

// Written beside and renamed, so that a name stands for whole content. Not forced to the disk: what a
// power cut makes of it does not have its digest any more.
async function store(
  state: State,
  stream: AsyncIterable<Uint8Array>,
  expected: ExpectedContent,
  signal: AbortSignal,
): Promise<Stored> {
  const { what = 'what was fetched' } = expected
  const partial = join(state.folders.partial, randomUUID())
  try {
    const stored = await writePartial(partial, stream, { ...expected, what }, signal)
    if (expected.digest !== undefined && stored.digest !== checked(expected.digest)) {
      const found = `was to be ${expected.digest} and is ${stored.digest}`
      throw new SourceError('digest-mismatch', `${what} ${found}`)
    }
    await rename(partial, entryPath(state, stored.digest))
    await makeRoom(state, stored.size)
    return stored
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function writePartial(
  path: string,
  stream: AsyncIterable<Uint8Array>,
  { limit, what }: { readonly limit: number; readonly what: string },
  signal: AbortSignal,
): Promise<Stored> {
  const hash = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of stream) {
      signal.throwIfAborted()
      size += chunk.length
      if (size > limit) {
        throw new SourceError('too-large', `${what} is larger than ${limit} bytes`)
      }
      hash.update(chunk)
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return { digest: finish(hash, 'sha256'), size }
}

const scanAfter = 0.05

// Looking through the folder costs more than most entries: often enough is enough.
async function makeRoom(state: State, added: number): Promise<void> {
  const share = Math.max(added, state.limits.bytes / state.limits.entries)
  const { room } = state
  const unseen = room.unseen === undefined ? undefined : room.unseen + share
  room.unseen = unseen
  if (unseen !== undefined && unseen < state.limits.bytes * scanAfter) return
  room.unseen = 0
  await evict(state.folders, state.limits, state.now())
}
