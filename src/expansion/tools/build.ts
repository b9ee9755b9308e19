import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compareStrings } from '../../formats/go-string.ts'
import type { Digest } from '../../oci/digest.ts'
import type { Descriptor } from '../../oci/manifest.ts'
import { ociIndexType } from '../../oci/media-types.ts'
import { refNameAnnotation } from '../../oci/media/content-source.ts'
import { layoutSource } from '../../oci/media/layout.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import type { PackageChart } from '../check/check-charts.ts'
import { checkPackage, refuseProblems } from '../check/check-package.ts'
import { ExpansionError, type PackageProblem } from '../errors.ts'
import { findListed, fullName, imagesPlace, openImages } from '../images/open-images.ts'
import { type ReachedImage, reachImages } from '../images/reachable.ts'
import { imageRepository } from '../images/target-image.ts'
import { namespaceOf, packageName, packageVersion } from '../package/describe-package.ts'
import {
  type LeftOut,
  type LockedFile,
  type PackageLock,
  deltaFile,
  deltaText,
  lockFile,
  lockOf,
  lockText,
} from '../package/lock.ts'
import type { Package } from '../package/open-package.ts'
import { imagesOf } from '../package/package-operator.ts'
import { type Receipt, receiptDigest, receiptText } from '../package/receipt.ts'
import type { Compression } from '../package/seal.ts'
import { blobPath } from '../package/verify-lock.ts'
import { type ArchivedFile, writeArchive } from '../package/write-archive.ts'
import { importArchive } from './import-archive.ts'

export interface BuildOptions {
  readonly workspace: string
  /** The archive that is written. */
  readonly out: string
  readonly compression: Compression
  /** A receipt of a site whose blobs are left out. */
  readonly deltaFrom?: Receipt
}

/** A package that was built. */
export interface BuiltPackage {
  readonly lock: PackageLock
  readonly receipt: Receipt
  readonly warnings: readonly PackageProblem[]
  /** Blobs of images in the archive, and those that were left out. */
  readonly blobs: number
  readonly leftOut: number
}

/** Builds a package from a folder whose lists are complete: the same files give the same bytes. */
export async function buildPackage(
  opened: Package,
  options: BuildOptions,
  signal: AbortSignal,
): Promise<BuiltPackage> {
  const { workspace, out, compression, deltaFrom } = options
  const { charts, problems } = await checkPackage(opened, workspace, signal)
  refuseProblems(problems)
  const images = await collectImages(opened, workspace, signal)
  const namespace = namespaceOf(opened)
  const receiptBlobs = blobsOf(images.reached, namespace)
  const known = new Map((deltaFrom?.blobs ?? []).map((blob) => [blob.digest, blob]))
  const leftOut = receiptBlobs.flatMap(({ digest }) => known.get(digest) ?? [])
  const left = new Set(leftOut.map(({ digest }) => blobPath(digest)))
  const files = [...plainFiles(opened), ...images.files].toSorted((a, b) =>
    compareStrings(a.path, b.path),
  )
  const absent = files.filter(({ path }) => left.has(path)).map(lockedBlob)
  let lock: PackageLock | undefined
  const content = {
    files: files.filter(({ path }) => !left.has(path)),
    last: (digests: ReadonlyMap<string, Digest>) => {
      lock = makeLock({ opened, charts, images: images.reached, files, digests, absent })
      const delta = deltaFrom && { receipt: receiptDigest(deltaFrom), blobs: leftOut }
      return [
        ...(delta === undefined ? [] : [textFile(deltaFile, deltaText(delta))]),
        textFile(lockFile, lockText(lock)),
      ]
    },
  }
  await mkdir(dirname(out), { recursive: true })
  await writeFileAtomically(out, writeArchive(content, compression, signal), signal)
  if (lock === undefined) throw new ExpansionError('bad-package', 'the archive has no lock')
  const { name, version, digest } = lock
  const receipt: Receipt = { name, version, digest, blobs: receiptBlobs }
  await writeFileAtomically(`${out}.receipt.json`, receiptText(receipt), signal)
  const blobs = receiptBlobs.length - leftOut.length
  return { lock, receipt, warnings: problems, blobs, leftOut: leftOut.length }
}

const generated = new Set([lockFile, deltaFile])

// Images are written anew from what they consist of; everything else goes along as it is.
function plainFiles({ tree }: Package): readonly ArchivedFile[] {
  const place = imagesPlace(tree)
  return [...tree.entries.values()]
    .filter(({ path }) => path !== place && !path.startsWith('images/') && !generated.has(path))
    .map(({ path, size, mode }) => ({
      path,
      size,
      executable: (mode & 0o100) !== 0,
      content: { file: join(tree.folder, path) },
    }))
}

interface CollectedImages {
  readonly reached: readonly ReachedImage[]
  readonly files: readonly ArchivedFile[]
}

async function collectImages(
  opened: Package,
  workspace: string,
  signal: AbortSignal,
): Promise<CollectedImages> {
  const { content } = opened.declaration
  const listed = imagesOf(content)
  const images = await openImages(opened.tree, workspace, signal)
  if (images === undefined || listed.length === 0) return { reached: [], files: [] }
  const wanted = [...new Set(listed)].flatMap((image) => {
    const reference = findListed(image, images.names)
    return reference === undefined ? [] : [{ image: fullName(image), reference }]
  })
  // An archive of docker save is made a layout first; a layout is read where it is.
  const folder =
    images.place === 'images'
      ? join(opened.tree.folder, 'images')
      : await importArchive(wanted, images.source, join(workspace, 'layout'), signal)
  const references =
    images.place === 'images' ? wanted : wanted.map(({ image }) => ({ image, reference: image }))
  const reached = await reachImages(references, layoutSource(folder), signal)
  return { reached, files: [...layoutFiles(reached), ...blobFiles(reached, folder)] }
}

function layoutFiles(reached: readonly ReachedImage[]): readonly ArchivedFile[] {
  const manifests = reached
    .toSorted((a, b) => compareStrings(a.image, b.image))
    .map(({ image, root }) => ({
      mediaType: root.mediaType,
      digest: root.digest,
      size: root.size,
      annotations: { [refNameAnnotation]: image },
    }))
  const index = { schemaVersion: 2, mediaType: ociIndexType, manifests }
  return [
    textFile('images/oci-layout', '{"imageLayoutVersion":"1.0.0"}'),
    textFile('images/index.json', JSON.stringify(index)),
  ]
}

function blobFiles(reached: readonly ReachedImage[], folder: string): readonly ArchivedFile[] {
  const blobs = new Map<Digest, Descriptor>()
  for (const { blobs: own } of reached) for (const blob of own) blobs.set(blob.digest, blob)
  return [...blobs.values()].map(({ digest, size }) => ({
    path: blobPath(digest),
    size,
    executable: false,
    content: { file: join(folder, 'blobs', digest.replace(':', '/')) },
  }))
}

function blobsOf(reached: readonly ReachedImage[], namespace: string): readonly LeftOut[] {
  const found = new Map<Digest, LeftOut>()
  for (const { image, blobs } of reached) {
    const repository = imageRepository(image, namespace)
    for (const { digest, size } of blobs) {
      if (!found.has(digest)) found.set(digest, { digest, size, repository })
    }
  }
  return [...found.values()].toSorted((a, b) => compareStrings(a.digest, b.digest))
}

function lockedBlob({ path, size }: ArchivedFile): LockedFile {
  return { path, size, digest: digestOfPath(path), executable: false }
}

function digestOfPath(path: string): Digest {
  return path.split('/').slice(-2).join(':') as Digest
}

interface LockInput {
  readonly opened: Package
  readonly charts: readonly PackageChart[]
  readonly images: readonly ReachedImage[]
  readonly files: readonly ArchivedFile[]
  readonly digests: ReadonlyMap<string, Digest>
  readonly absent: readonly LockedFile[]
}

function makeLock({ opened, charts, images, files, digests, absent }: LockInput): PackageLock {
  const present = files.flatMap(({ path, size, executable }): readonly LockedFile[] => {
    const digest = digests.get(path)
    if (digest === undefined) return []
    if (path.startsWith('images/blobs/sha256/') && digest !== digestOfPath(path)) {
      throw new ExpansionError('damaged', `${path} has the digest ${digest}`)
    }
    return [{ path, size, digest, executable }]
  })
  return lockOf({
    name: packageName(opened),
    version: packageVersion(opened),
    files: [...present, ...absent],
    charts: charts.map(({ group, name, version, digest }) => ({ group, name, version, digest })),
    images: images.map(({ image, root }) => ({ image, digest: root.digest })),
  })
}

function textFile(path: string, text: string): ArchivedFile {
  const content = Buffer.from(text)
  return { path, size: content.length, executable: false, content }
}
