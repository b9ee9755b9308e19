import type { Stats } from 'node:fs'
import { lstat, mkdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { SourceError } from '../errors.ts'

/** Where a cache keeps its things; all three are its own folders. */
export interface CacheFolders {
  readonly blobs: string
  readonly partial: string
  readonly locks: string
}

const mayWriteGroupOrOther = 0o022
const mayWriteOther = 0o002
const stickyBit = 0o1000

/**
 * Makes the folders of a cache and refuses them when somebody else could put files there: as a link,
 * as another user's folder, as one that others may write to. What lies above may be reached by links,
 * as homes are, but must not let others exchange the cache.
 */
export async function prepareCacheFolders(root: string): Promise<CacheFolders> {
  const path = resolve(root)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const parent = await realpath(dirname(path))
  await checkParents(parent)
  const own = join(parent, path.slice(dirname(path).length))
  await makeOwnFolder(own)
  const folders = {
    blobs: join(own, 'sha256'),
    partial: join(own, 'partial'),
    locks: join(own, 'locks'),
  }
  for (const folder of Object.values(folders)) await makeOwnFolder(folder)
  return folders
}

async function makeOwnFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) throw unsafe(path, 'is a link')
  if (!stats.isDirectory()) throw unsafe(path, 'is not a folder')
  if (!isOurs(stats)) throw unsafe(path, `belongs to user ${stats.uid}`)
  if (hasModes() && (stats.mode & mayWriteGroupOrOther) !== 0) {
    throw unsafe(path, 'may be written to by others')
  }
}

async function checkParents(path: string): Promise<void> {
  const stats = await lstat(path)
  if (!isOurs(stats) && stats.uid !== 0) throw unsafe(path, `belongs to user ${stats.uid}`)
  const isOpen = (stats.mode & mayWriteOther) !== 0 && (stats.mode & stickyBit) === 0
  if (hasModes() && isOpen) throw unsafe(path, 'may be written to by everybody')
  if (dirname(path) !== path) await checkParents(dirname(path))
}

function isOurs(stats: Stats): boolean {
  return process.getuid === undefined || stats.uid === process.getuid()
}

// Windows has other means, and shows modes that say nothing.
function hasModes(): boolean {
  return process.getuid !== undefined
}

function unsafe(path: string, why: string): SourceError {
  const advice = 'somebody else could put files into the cache'
  return new SourceError('unsafe-cache', `cache folder ${path} ${why}: ${advice}`)
}
