import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Registry } from '../../oci/client/registry.ts'
import { requireManifest } from '../../oci/client/resolve.ts'
import { pullBlob } from '../../oci/client/transfer/pull-blob.ts'
import { readBounded } from '../../oci/bytes.ts'
import { type Digest, algorithmOf, digestOfStream } from '../../oci/digest.ts'
import { type Descriptor, parseManifest } from '../../oci/manifest.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { ExpansionError } from '../errors.ts'
import { maxPackageBytes, maxTextBytes } from '../limits.ts'
import { lockFile, readLock } from '../package/lock.ts'
import { pathProblem } from '../package/package-path.ts'
import { artifactConfigType, executableAnnotation, titleAnnotation } from './push-package.ts'

export interface PulledPackage {
  readonly digest: Digest
  /** Bytes that travelled: a file that is there already does not. */
  readonly bytes: number
}

export interface PackagePlace {
  readonly registry: Registry
  readonly repository: string
  /** A tag or digest. */
  readonly reference: string
}

const parallelFiles = 6

/**
 * Pulls a package into a folder. A file that is there with the right bytes is not pulled again, so that a pull that was
 * broken off goes on; the lock is written last.
 */
export async function pullPackage(
  { registry, repository, reference }: PackagePlace,
  folder: string,
  signal: AbortSignal,
): Promise<PulledPackage> {
  const raw = await requireManifest(registry, repository, reference, signal)
  const what = `${registry.host}/${repository}:${reference}`
  const manifest = parseManifest(raw, what)
  if (manifest.kind !== 'image' || manifest.config.mediaType !== artifactConfigType) {
    throw new ExpansionError('bad-package', `${what} is no expansion`)
  }
  const config = pullBlob(registry, repository, manifest.config, signal)
  const text = Buffer.from(await readBounded(config, maxTextBytes, `the lock of ${what}`))
  const lock = readLock(text.toString('utf8'))
  checkLayers(manifest.layers, new Map(lock.files.map((file) => [file.path, file.digest])), what)
  await mkdir(folder, { recursive: true })
  let bytes = 0
  const pull = async (layer: Descriptor, inner: AbortSignal) => {
    const path = join(folder, layer.annotations?.[titleAnnotation] ?? '')
    const mode = layer.annotations?.[executableAnnotation] === 'true' ? 0o755 : 0o644
    if (await isThere(path, layer, inner)) return await setMode(path, mode)
    await mkdir(dirname(path), { recursive: true })
    await writeFileAtomically(path, pullBlob(registry, repository, layer, inner), inner, { mode })
    await setMode(path, mode)
    bytes += layer.size
  }
  await runBounded(manifest.layers, parallelFiles, pull, signal)
  await writeFileAtomically(join(folder, lockFile), text, signal)
  return { digest: raw.digest, bytes }
}

function checkLayers(
  layers: readonly Descriptor[],
  files: ReadonlyMap<string, Digest>,
  what: string,
): void {
  let total = 0
  for (const { annotations, digest, size } of layers) {
    const path = annotations?.[titleAnnotation] ?? ''
    const problem = pathProblem(path)
    if (problem !== undefined) {
      throw new ExpansionError('unsafe-path', `file ${JSON.stringify(path)} of ${what} ${problem}`)
    }
    if (files.get(path) !== digest) {
      throw new ExpansionError('damaged', `${path} of ${what} is not as its lock says`)
    }
    total += size
  }
  if (total > maxPackageBytes) throw new ExpansionError('too-large', `${what} is too large`)
}

async function isThere(path: string, { digest, size }: Descriptor, signal: AbortSignal) {
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() !== true || found.size !== size) return false
  const stream = createReadStream(path, { signal })
  return (await digestOfStream(stream, algorithmOf(digest))) === digest
}

async function setMode(path: string, mode: number): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.chmod(mode)
  } finally {
    await file.close()
  }
}
