import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CacheFolders } from './cache-folder.ts'

export interface CacheLimits {
  /** Of all entries together. */
  readonly bytes: number
  readonly entries: number
  /** Milliseconds since an entry was last used. */
  readonly age: number
}

/** The age, in milliseconds, after which a file of a dead process belongs to nobody. */
const leftoverAge = 60 * 60 * 1000
/** Eviction goes a little below the limits, so that it does not run for every new entry. */
const headroom = 0.9

interface Entry {
  readonly path: string
  readonly size: number
  readonly used: number
}

/** Deletes what is too old, then what was not used for longest until the limits hold. */
export async function evict(
  folders: CacheFolders,
  limits: CacheLimits,
  now: number,
): Promise<void> {
  for (const folder of [folders.partial, folders.locks]) {
    const old = (await entriesOf(folder, /./)).filter(({ used }) => now - used > leftoverAge)
    for (const { path } of old) await rm(path, { force: true })
  }
  // Only names that are ours: whatever else lies here, we did not put it there.
  const entries = await entriesOf(folders.blobs, /^[0-9a-f]{64}(?:-[0-9a-z]+)?$/)
  const newestFirst = entries.toSorted((one, other) => other.used - one.used)
  const isOver = sum(entries) > limits.bytes || entries.length > limits.entries
  const most = isOver ? headroom : 1
  let bytes = 0
  let count = 0
  for (const { path, size, used } of newestFirst) {
    const fits = bytes + size <= limits.bytes * most && count + 1 <= limits.entries * most
    if (now - used <= limits.age && (fits || count === 0)) {
      bytes += size
      count++
    } else await rm(path, { force: true })
  }
}

async function entriesOf(folder: string, names: RegExp): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  for (const name of await readdir(folder)) {
    if (!names.test(name)) continue
    const path = join(folder, name)
    const stats = await lstat(path).catch(() => undefined)
    if (stats?.isFile()) entries.push({ path, size: stats.size, used: stats.mtimeMs })
  }
  return entries
}

function sum(entries: readonly Entry[]): number {
  return entries.reduce((total, { size }) => total + size, 0)
}
