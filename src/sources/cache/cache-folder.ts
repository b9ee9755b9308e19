import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Neighbours,
  NotOwnError,
  checkSecretFile,
  makeOwnFolder,
  prepareOwnFolder,
} from '../../std/node/own-folder.ts'
import { SourceError } from '../errors.ts'

/** Where a cache keeps its things; all of them are its own folders. */
export interface CacheFolders {
  readonly blobs: string
  readonly partial: string
  readonly locks: string
  /** Which digest an address had. */
  readonly addresses: string
  /** A file beside them. */
  readonly secret: string
}

/** Makes the folders of a cache and refuses them when somebody else could put files there. */
export async function prepareCacheFolders(
  root: string,
  neighbours?: Neighbours,
): Promise<CacheFolders> {
  try {
    const own = await prepareOwnFolder(root, neighbours)
    const folders = {
      blobs: join(own, 'sha256'),
      partial: join(own, 'partial'),
      locks: join(own, 'locks'),
      addresses: join(own, 'addresses'),
    }
    for (const folder of Object.values(folders)) await makeOwnFolder(folder)
    return { ...folders, secret: join(own, 'secret') }
  } catch (cause) {
    if (!(cause instanceof NotOwnError)) throw cause
    const message = `cache folder ${cause.message}: somebody else could put files into the cache`
    throw new SourceError('unsafe-cache', message, { cause })
  }
}

/** The bytes that names of scopes are made with; the first process makes them. */
export async function openCacheSecret({ secret: file }: CacheFolders): Promise<Uint8Array> {
  try {
    if ((await checkSecretFile(file)) === 'missing') {
      await writeFile(file, randomBytes(32), { mode: 0o600, flag: 'wx' }).catch(ignoreExisting)
    }
    return await readFile(file)
  } catch (cause) {
    if (!(cause instanceof NotOwnError)) throw cause
    const message = `cache file ${cause.message}: somebody else could read what the cache holds`
    throw new SourceError('unsafe-cache', message, { cause })
  }
}

// Another process was faster.
function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
