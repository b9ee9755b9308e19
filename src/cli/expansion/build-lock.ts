import { readFile } from 'node:fs/promises'
import { fullName } from '../../expansion/images/open-images.ts'
import { type PackageLock, lockText } from '../../expansion/package/lock.ts'
import { type Digest, isDigest } from '../../oci/digest.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { PlainError } from '../errors.ts'

/** The digests that charts and images had when they were last brought, by their names. */
export interface BuildLock {
  /** The file, for messages. */
  readonly file: string
  readonly images: ReadonlyMap<string, Digest>
  /** By `NAME-VERSION`. */
  readonly charts: ReadonlyMap<string, Digest>
}

/** The lock of a folder, beside it: in it there may be no file that nobody listed. */
export function lockBeside(folder: string): string {
  return `${folder}.expansion.lock`
}

/** Reads the `expansion.lock` of a package or a `mirror.lock`; undefined when the file is not there. */
export async function readBuildLock(file: string): Promise<BuildLock | undefined> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (Object(cause).code === 'ENOENT') return undefined
    throw new PlainError(`cannot read ${file}`, { cause })
  })
  if (text === undefined) return undefined
  const { charts, images } = parse(text, file)
  if (!Array.isArray(charts) || !Array.isArray(images)) {
    throw new PlainError(`${file} is no lock: wanted the lists charts and images`)
  }
  const chartKey = (one: object) => `${textOf(one, 'name', file)}-${textOf(one, 'version', file)}`
  const imageKey = (one: object) => fullName(textOf(one, 'image', file))
  return {
    file,
    charts: new Map(charts.map((one) => [chartKey(Object(one)), digestIn(Object(one), file)])),
    images: new Map(images.map((one) => [imageKey(Object(one)), digestIn(Object(one), file)])),
  }
}

/** Writes the lock of what was built, for the next build of this folder. */
export async function writeBuildLock(
  folder: string,
  lock: PackageLock,
  signal: AbortSignal,
): Promise<void> {
  await writeFileAtomically(lockBeside(folder), lockText(lock), signal)
}

function parse(
  text: string,
  file: string,
): { readonly charts?: unknown; readonly images?: unknown } {
  try {
    return Object(JSON.parse(text)) as object
  } catch (cause) {
    throw new PlainError(`${file} is not JSON`, { cause })
  }
}

function textOf(entry: object, key: string, file: string): string {
  const value: unknown = Object(entry)[key]
  if (typeof value === 'string') return value
  throw new PlainError(`${file} is no lock: an entry has no ${key}`)
}

function digestIn(entry: object, file: string): Digest {
  const digest = textOf(entry, 'digest', file)
  if (isDigest(digest)) return digest
  throw new PlainError(`${file} is no lock: ${digest} is no digest`)
}
