import type { Stats } from 'node:fs'
import { lstat, mkdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** A folder or file that somebody else could have made or could change. */
export class NotOwnError extends Error {
  override readonly name = 'NotOwnError'
}

/** Whether other users may be on this machine; in a container there are none, and its volumes are open to all. */
export type Neighbours = 'some' | 'none'

const mayWriteGroupOrOther = 0o022
const mayWriteOther = 0o002
const mayAnything = 0o077
const stickyBit = 0o1000

/**
 * Makes a folder for this user alone, and refuses one where somebody else could put files: a link, another
 * user's folder, one that others may write to. Links may lead to the folders above it, as they do to homes,
 * but those must not let others exchange it. Gives the true path.
 */
export async function prepareOwnFolder(
  wanted: string,
  neighbours: Neighbours = 'some',
): Promise<string> {
  const path = resolve(wanted)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const parent = await realpath(dirname(path))
  const own = join(parent, path.slice(dirname(path).length))
  if (neighbours === 'none') {
    await mkdir(own, { recursive: true, mode: 0o700 })
    return own
  }
  await checkParents(parent)
  await makeOwnFolder(own)
  return own
}

/** Makes one folder inside an own one. */
export async function makeOwnFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const stats = await lstat(path)
  if (stats.isSymbolicLink()) throw new NotOwnError(`${path} is a link`)
  if (!stats.isDirectory()) throw new NotOwnError(`${path} is not a folder`)
  if (!isOurs(stats)) throw new NotOwnError(`${path} belongs to user ${stats.uid}`)
  if (hasModes() && (stats.mode & mayWriteGroupOrOther) !== 0) {
    throw new NotOwnError(`${path} may be written to by others (chmod go-w it, or take another)`)
  }
}

/** Refuses a file with a secret that others may read or have made; one that is not there is fine. */
export async function checkSecretFile(path: string): Promise<'there' | 'missing'> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (stats === undefined) return 'missing'
  if (!stats.isFile()) throw new NotOwnError(`${path} is not a plain file`)
  if (!isOurs(stats)) throw new NotOwnError(`${path} belongs to user ${stats.uid}`)
  if (hasModes() && (stats.mode & mayAnything) !== 0) {
    throw new NotOwnError(`${path} is open to others; chmod 600 it, or delete it for a new one`)
  }
  return 'there'
}

async function checkParents(path: string): Promise<void> {
  const stats = await lstat(path)
  if (!isOurs(stats) && stats.uid !== 0) {
    throw new NotOwnError(`${path} belongs to user ${stats.uid}`)
  }
  const isOpen = (stats.mode & mayWriteOther) !== 0 && (stats.mode & stickyBit) === 0
  if (hasModes() && isOpen) throw new NotOwnError(`${path} may be written to by everybody`)
  if (dirname(path) !== path) await checkParents(dirname(path))
}

function isOurs(stats: Stats): boolean {
  return process.getuid === undefined || stats.uid === process.getuid()
}

// Windows has other means, and shows modes that say nothing.
function hasModes(): boolean {
  return process.getuid !== undefined
}
