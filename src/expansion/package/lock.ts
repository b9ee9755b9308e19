import { compareStrings } from '../../formats/go-string.ts'
import { type Digest, digestOf, isDigest } from '../../oci/digest.ts'
import { ExpansionError } from '../errors.ts'

/** The file that says which bytes were built. */
export const lockFile = 'expansion.lock'
/** The file of a delta package that says which blobs it leaves out. */
export const deltaFile = 'expansion.delta'

export interface LockedFile {
  readonly path: string
  readonly size: number
  readonly digest: Digest
  readonly executable: boolean
}

export interface LockedChart {
  readonly group: string
  readonly name: string
  readonly version: string
  readonly digest: Digest
}

export interface LockedImage {
  readonly image: string
  readonly digest: Digest
}

/** Everything that was built, by digest. */
export interface PackageLock {
  readonly name: string
  readonly version: string
  /** The digest of all that follows: the identity of the content, the same for a delta. */
  readonly digest: Digest
  readonly files: readonly LockedFile[]
  readonly charts: readonly LockedChart[]
  readonly images: readonly LockedImage[]
}

/** A blob that a delta leaves out, and where the site has it. */
export interface LeftOut {
  readonly digest: Digest
  readonly size: number
  /** A repository of the site's registry, without its host. */
  readonly repository: string
}

export interface PackageDelta {
  /** The digest of the receipt that the site gave. */
  readonly receipt: Digest
  readonly blobs: readonly LeftOut[]
}

/** A lock of this content. */
export function lockOf(content: Omit<PackageLock, 'digest'>): PackageLock {
  const { name, version } = content
  const files = content.files.toSorted((a, b) => compareStrings(a.path, b.path))
  const charts = content.charts.toSorted((a, b) => compareStrings(chartKey(a), chartKey(b)))
  const images = content.images.toSorted((a, b) => compareStrings(a.image, b.image))
  const digest = digestOf(Buffer.from(JSON.stringify({ name, version, files, charts, images })))
  return { name, version, digest, files, charts, images }
}

/** Same content, same text. */
export function lockText(lock: PackageLock): string {
  return `${JSON.stringify(lock, undefined, 1)}\n`
}

/** Reads a lock and refuses one of which a single byte is not as it was written. */
export function readLock(text: string): PackageLock {
  const lock = parse(text, lockFile) as Partial<PackageLock>
  const { name, version, files, charts, images } = lock
  const isWhole =
    typeof name === 'string' &&
    typeof version === 'string' &&
    Array.isArray(files) &&
    Array.isArray(charts) &&
    Array.isArray(images)
  if (!isWhole) throw damaged(lockFile, 'lacks a part')
  const again = lockOf({ name, version, files, charts, images })
  if (lockText(again) !== text) throw damaged(lockFile, 'is not as it was written')
  const isSound = files.every(
    ({ path, digest }) => typeof path === 'string' && isDigest(String(digest)),
  )
  if (!isSound) throw damaged(lockFile, 'has a file without a digest')
  return again
}

export function deltaText({ receipt, blobs }: PackageDelta): string {
  const sorted = blobs.toSorted((a, b) => compareStrings(a.digest, b.digest))
  return `${JSON.stringify({ receipt, blobs: sorted }, undefined, 1)}\n`
}

/** Reads which blobs a package leaves out. */
export function readDelta(text: string): PackageDelta {
  const delta = parse(text, deltaFile) as Partial<PackageDelta>
  const { receipt, blobs } = delta
  if (typeof receipt !== 'string' || !isDigest(receipt) || !Array.isArray(blobs)) {
    throw damaged(deltaFile, 'lacks a part')
  }
  const isSound = blobs.every(({ digest }) => isDigest(String(digest)))
  if (!isSound || deltaText({ receipt, blobs }) !== text) {
    throw damaged(deltaFile, 'is not as it was written')
  }
  return { receipt, blobs }
}

function parse(text: string, what: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch (cause) {
    throw new ExpansionError('damaged', `${what} is not JSON`, { cause })
  }
}

function damaged(what: string, why: string): ExpansionError {
  return new ExpansionError('damaged', `${what} ${why}: the package was changed after it was built`)
}

function chartKey({ group, name, version }: LockedChart): string {
  return `${group}/${name}-${version}`
}
