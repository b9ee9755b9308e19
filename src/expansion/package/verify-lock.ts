import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { algorithmOf, digestOfStream } from '../../oci/digest.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { ExpansionError } from '../errors.ts'
import {
  type LockedFile,
  type PackageDelta,
  type PackageLock,
  deltaFile,
  lockFile,
} from './lock.ts'
import type { PackageTree } from './tree.ts'

const parallelFiles = 4

/** The file of a blob in the layout of a package. */
export function blobPath(digest: string): string {
  return `images/blobs/${digest.replace(':', '/')}`
}

/** Compares every byte of a package with its lock; a file too many or too few is refused as well. */
export async function verifyLock(
  tree: PackageTree,
  lock: PackageLock,
  delta: PackageDelta | undefined,
  signal: AbortSignal,
): Promise<void> {
  const leftOut = new Set((delta?.blobs ?? []).map(({ digest }) => blobPath(digest)))
  const known = new Set([lockFile, deltaFile, ...lock.files.map(({ path }) => path)])
  const foreign = [...tree.entries.keys()].find((path) => !known.has(path))
  if (foreign !== undefined) throw damaged(`${foreign} is not in ${lockFile}`)
  const there = lock.files.filter(({ path }) => !leftOut.has(path))
  const both = lock.files.find(({ path }) => leftOut.has(path) && tree.entries.has(path))
  if (both !== undefined) throw damaged(`${both.path} is there although ${deltaFile} leaves it out`)
  await runBounded(there, parallelFiles, (file, inner) => verifyFile(tree, file, inner), signal)
}

async function verifyFile(
  { folder, entries }: PackageTree,
  { path, size, digest, executable }: LockedFile,
  signal: AbortSignal,
): Promise<void> {
  const entry = entries.get(path)
  if (entry === undefined) throw damaged(`${path} is missing`)
  if (entry.kind !== 'file') throw damaged(`${path} is not a plain file`)
  if (entry.size !== size) throw damaged(`${path} has ${entry.size} bytes; ${size} were built`)
  if (((entry.mode & 0o100) !== 0) !== executable) {
    throw damaged(`${path} is ${executable ? 'no longer' : 'now'} executable`)
  }
  const stream = createReadStream(join(folder, path), { signal })
  const found = await digestOfStream(stream, algorithmOf(digest))
  if (found !== digest) throw damaged(`${path} has the digest ${found}; ${digest} was built`)
}

function damaged(why: string): ExpansionError {
  return new ExpansionError('damaged', `${why}: the package was changed after it was built`)
}
