import { readBounded } from '../bytes.ts'
import { type Digest, algorithmOf, digestOf, isDigest } from '../digest.ts'
import { OciError } from '../errors.ts'
import { maxManifestBytes } from '../limits.ts'
import type { Descriptor, RawManifest } from '../manifest.ts'
import { acceptedManifests } from '../media-types.ts'
import type { HttpResponse } from './http.ts'
import type { Registry } from './registry.ts'

const manifestMilliseconds = 60_000

/** Whether this is a registry that lets us in. */
export async function pingRegistry(registry: Registry, signal: AbortSignal): Promise<void> {
  const call = { method: 'GET', path: '', access: 'none', timeout: manifestMilliseconds } as const
  const response = await registry.call(call, signal)
  if (response.status !== 200) throw await registry.failure(response, 'the registry API')
  await response.discard()
}

/**
 * The descriptor that a tag or digest stands for now, or undefined; without reading the manifest
 * where possible.
 */
export async function resolveReference(
  registry: Registry,
  repository: string,
  reference: string,
  signal: AbortSignal,
): Promise<Descriptor | undefined> {
  const response = await registry.call(manifestCall('HEAD', repository, reference), signal)
  await response.discard()
  if (response.status === 404) return undefined
  const digest = response.header('docker-content-digest') ?? ''
  const size = Number(response.header('content-length') ?? Number.NaN)
  const mediaType = response.header('content-type') ?? ''
  const isWhole = response.status === 200 && isDigest(digest) && Number.isSafeInteger(size)
  if (isWhole && mediaType !== '') {
    if (isDigest(reference) && reference !== digest) throw mismatch(registry, reference, digest)
    return { mediaType: mediaType.split(';', 1)[0]?.trim() ?? '', digest, size }
  }
  // Some registries say too little in answer to HEAD, and some refuse it.
  const raw = await pullManifest(registry, repository, reference, signal)
  return raw && { mediaType: raw.mediaType, digest: raw.digest, size: raw.bytes.length }
}

/** A manifest by tag or digest, or undefined; a digest is checked, a tag's digest is computed. */
export async function pullManifest(
  registry: Registry,
  repository: string,
  reference: string,
  signal: AbortSignal,
): Promise<RawManifest | undefined> {
  const response = await registry.call(manifestCall('GET', repository, reference), signal)
  const what = `manifest ${reference} of ${repository}`
  if (response.status === 404) {
    await response.discard()
    return undefined
  }
  if (response.status !== 200) throw await registry.failure(response, what)
  const bytes = await readBounded(response.body, maxManifestBytes, `${what} at ${registry.host}`)
  const digest = checkDigest(registry, reference, response, bytes)
  const mediaType = response.header('content-type')?.split(';', 1)[0]?.trim() ?? ''
  return { mediaType, digest, bytes }
}

/** Like pullManifest, but an absent manifest is an error. */
export async function requireManifest(
  registry: Registry,
  repository: string,
  reference: string,
  signal: AbortSignal,
): Promise<RawManifest> {
  const raw = await pullManifest(registry, repository, reference, signal)
  if (raw !== undefined) return raw
  const message = `manifest ${reference} is not in ${registry.host}/${repository}`
  throw new OciError('not-found', message)
}

function manifestCall(method: 'GET' | 'HEAD', repository: string, reference: string) {
  const path = `${repository}/manifests/${reference}`
  const headers = { accept: acceptedManifests }
  const timeout = manifestMilliseconds
  return { method, path, headers, repository, access: 'pull', timeout } as const
}

function checkDigest(
  registry: Registry,
  reference: string,
  response: HttpResponse,
  bytes: Uint8Array,
): Digest {
  const told = response.header('docker-content-digest') ?? ''
  const wanted = isDigest(reference) ? reference : isDigest(told) ? told : undefined
  const found = digestOf(bytes, wanted === undefined ? 'sha256' : algorithmOf(wanted))
  if (wanted !== undefined && found !== wanted) throw mismatch(registry, wanted, found)
  return found
}

function mismatch(registry: Registry, wanted: string, found: string): OciError {
  const message = `manifest ${wanted} at ${registry.host} has the digest ${found}`
  return new OciError('digest-mismatch', message)
}
