import { lstat, readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { compareStrings } from '../../formats/go-string.ts'
import { ExpansionError } from '../errors.ts'
import { maxFolderDepth, maxPackageFiles, maxTextBytes } from '../limits.ts'

/** One entry of a package that is no folder. */
export interface TreeEntry {
  /** From the root of the package, with slashes. */
  readonly path: string
  readonly kind: 'file' | 'link' | 'other'
  readonly size: number
  /** The permission bits. */
  readonly mode: number
}

/** The files of a package, which lies in a folder. Nothing is read through a link. */
export interface PackageTree {
  readonly folder: string
  readonly entries: ReadonlyMap<string, TreeEntry>
}

/** Looks at all files below a folder, in the order of their names. */
export async function walkTree(folder: string, signal: AbortSignal): Promise<PackageTree> {
  const entries = new Map<string, TreeEntry>()
  const walk = async (below: string, depth: number): Promise<void> => {
    if (depth > maxFolderDepth) {
      throw new ExpansionError('too-large', `${below} is nested more than ${maxFolderDepth} deep`)
    }
    const found = await readdir(join(folder, below), { withFileTypes: true })
    for (const entry of found.toSorted((a, b) => compareStrings(a.name, b.name))) {
      signal.throwIfAborted()
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) {
        await walk(path, depth + 1)
        continue
      }
      if (entries.size >= maxPackageFiles) {
        throw new ExpansionError('too-large', `${folder} has more than ${maxPackageFiles} files`)
      }
      const { size, mode } = await lstat(join(folder, path))
      const kind = entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other'
      entries.set(path, { path, kind, size, mode: mode & 0o777 })
    }
  }
  await walk('', 0)
  return { folder, entries }
}

/** The text of a small file of the package; undefined when it is not there. */
export async function readText(
  { folder, entries }: PackageTree,
  path: string,
): Promise<string | undefined> {
  const bytes = await readSmall({ folder, entries }, path)
  return bytes?.toString('utf8')
}

/** The bytes of a small file of the package; undefined when it is not there. */
async function readSmall(
  { folder, entries }: PackageTree,
  path: string,
): Promise<Buffer | undefined> {
  const entry = entries.get(path)
  if (entry === undefined) return undefined
  if (entry.kind !== 'file') {
    throw new ExpansionError('bad-package', `${path} is not a plain file`)
  }
  if (entry.size > maxTextBytes) {
    throw new ExpansionError('too-large', `${path} is larger than ${maxTextBytes} bytes`)
  }
  return await readFile(join(folder, path))
}
