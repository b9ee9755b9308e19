import { createReadStream } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { executableAnnotation, titleAnnotation } from '../../expansion/artifact/push-package.ts'
import { pathProblem } from '../../expansion/package/package-path.ts'
import { walkTree } from '../../expansion/package/tree.ts'
import type { Registry } from '../../oci/client/registry.ts'
import { requireManifest } from '../../oci/client/resolve.ts'
import { blobSize, pullBlob } from '../../oci/client/transfer/pull-blob.ts'
import { type BlobContent, pushBlob } from '../../oci/client/transfer/push-blob.ts'
import { pushManifest } from '../../oci/client/transfer/push-manifest.ts'
import { type Digest, digestOf } from '../../oci/digest.ts'
import { type Descriptor, type RawManifest, parseManifest } from '../../oci/manifest.ts'
import { ociManifestType } from '../../oci/media-types.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { writeFileAtomically } from '../../std/node/write-file-atomically.ts'
import { SiteError } from '../errors.ts'
import { readProvider } from './read-provider.ts'

/** The type of the artifact and of a file in it; other tools (`oras`, `skopeo`) copy it as any other. */
const artifactType = 'application/vnd.outrigger.provider.v1'
const fileType = 'application/vnd.outrigger.provider.file.v1'
const emptyConfig = { type: 'application/vnd.oci.empty.v1+json', text: '{}' } as const
const mostFiles = 10_000
const mostBytes = 512 * 1024 * 1024
const parallelFiles = 6

/** Where a provider is in a registry. */
export interface ProviderPlace {
  readonly registry: Registry
  readonly repository: string
  /** A tag or digest. */
  readonly reference: string
}

/** Pushes the folder of a provider, after it was read without a problem: every file is a blob. */
export async function pushProvider(
  folder: string,
  { registry, repository, reference: tag }: ProviderPlace,
  signal: AbortSignal,
): Promise<{ readonly digest: Digest; readonly files: number; readonly uploaded: number }> {
  const { file } = await readProvider(folder, undefined, signal)
  const { entries } = await walkTree(folder, signal)
  const paths = [...entries.keys()].toSorted()
  const layers: Descriptor[] = []
  const blobs = new Map<Digest, BlobContent>()
  const config = Buffer.from(emptyConfig.text)
  blobs.set(digestOf(config), inMemory(config))
  for (const path of paths) {
    const bytes = await readFile(join(folder, path))
    const digest = digestOf(bytes)
    const isExecutable = ((entries.get(path)?.mode ?? 0) & 0o100) !== 0
    const executable = isExecutable ? { [executableAnnotation]: 'true' } : {}
    const annotations = { [titleAnnotation]: path, ...executable }
    layers.push({ mediaType: fileType, digest, size: bytes.length, annotations })
    blobs.set(digest, {
      digest,
      size: bytes.length,
      open: (start, inner) => createReadStream(join(folder, path), { start, signal: inner }),
    })
  }
  let uploaded = 0
  const push = async (content: BlobContent, inner: AbortSignal) => {
    if ((await blobSize(registry, repository, content.digest, inner)) !== undefined) return
    await pushBlob(registry, repository, { content, options: {} }, inner)
    uploaded++
  }
  await runBounded([...blobs.values()], parallelFiles, push, signal)
  const manifest = manifestOf(layers, file)
  const { digest } = await pushManifest(registry, repository, { manifest, tag }, signal)
  return { digest, files: paths.length, uploaded }
}

/** Pulls a provider into a folder of its own, which is there only when it is whole. Gives its digest. */
export async function pullProvider(
  { registry, repository, reference }: ProviderPlace,
  folderOf: (digest: Digest) => string,
  signal: AbortSignal,
): Promise<{ readonly digest: Digest; readonly folder: string }> {
  const raw = await requireManifest(registry, repository, reference, signal)
  const what = `${registry.host}/${repository}:${reference}`
  const manifest = parseManifest(raw, what)
  const isOurs =
    manifest.kind === 'image' && manifest.layers.every((one) => one.mediaType === fileType)
  if (!isOurs || manifest.layers.length === 0) {
    throw new SiteError(
      'bad-provider',
      `${what} is no provider: it has no files of the type ${fileType}`,
    )
  }
  const { layers } = manifest
  refuseBad(layers, what)
  const folder = folderOf(raw.digest)
  const isThere = await readProvider(folder, undefined, signal).then(
    () => true,
    () => false,
  )
  if (isThere) return { digest: raw.digest, folder }
  const beside = `${folder}.part`
  await rm(beside, { recursive: true, force: true })
  const pull = async (layer: Descriptor, inner: AbortSignal) => {
    const path = join(beside, layer.annotations?.[titleAnnotation] ?? '')
    const mode = layer.annotations?.[executableAnnotation] === 'true' ? 0o755 : 0o644
    await mkdir(dirname(path), { recursive: true })
    await writeFileAtomically(path, pullBlob(registry, repository, layer, inner), inner, { mode })
  }
  await runBounded(layers, parallelFiles, pull, signal)
  await readProvider(beside, undefined, signal)
  await rm(folder, { recursive: true, force: true })
  await rename(beside, folder)
  return { digest: raw.digest, folder }
}

function refuseBad(layers: readonly Descriptor[], what: string): void {
  const seen = new Set<string>()
  let bytes = 0
  for (const { annotations, size } of layers) {
    const path = annotations?.[titleAnnotation] ?? ''
    const problem = pathProblem(path) ?? (seen.has(path) ? 'is there twice' : undefined)
    if (problem !== undefined) {
      throw new SiteError('bad-provider', `file ${JSON.stringify(path)} of ${what} ${problem}`)
    }
    seen.add(path)
    bytes += size
  }
  if (layers.length > mostFiles || bytes > mostBytes) {
    const found = `${layers.length} files with ${bytes} bytes`
    throw new SiteError('bad-provider', `${what} is too large for a provider: ${found}`)
  }
}

function manifestOf(
  layers: readonly Descriptor[],
  { name, version }: { readonly name: string; readonly version: string },
): RawManifest {
  const config = Buffer.from(emptyConfig.text)
  const content = {
    schemaVersion: 2,
    mediaType: ociManifestType,
    artifactType,
    config: { mediaType: emptyConfig.type, digest: digestOf(config), size: config.length },
    layers,
    annotations: { [titleAnnotation]: name, 'org.opencontainers.image.version': version },
  }
  const bytes = Buffer.from(JSON.stringify(content))
  return { mediaType: ociManifestType, digest: digestOf(bytes), bytes }
}

function inMemory(bytes: Uint8Array): BlobContent {
  return {
    digest: digestOf(bytes),
    size: bytes.length,
    open: async function* (start) {
      yield bytes.subarray(start)
    },
  }
}
