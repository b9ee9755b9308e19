import type { Digest } from '../digest.ts'
import type { Registry } from './registry.ts'

/** Deletes a manifest by digest, or a tag alone; false when it was not there. */
export async function deleteManifest(
  registry: Registry,
  repository: string,
  reference: string,
  signal: AbortSignal,
): Promise<boolean> {
  return await deleteAt(registry, repository, `manifests/${reference}`, signal)
}

/** Deletes a blob from one repository; false when it was not there. */
export async function deleteBlob(
  registry: Registry,
  repository: string,
  digest: Digest,
  signal: AbortSignal,
): Promise<boolean> {
  return await deleteAt(registry, repository, `blobs/${digest}`, signal)
}

async function deleteAt(
  registry: Registry,
  repository: string,
  what: string,
  signal: AbortSignal,
): Promise<boolean> {
  const path = `${repository}/${what}`
  const call = { method: 'DELETE', path, repository, access: 'delete', timeout: 60_000 } as const
  const response = await registry.call(call, signal)
  const isDone = response.status === 202 || response.status === 200 || response.status === 204
  if (!isDone && response.status !== 404) {
    throw await registry.failure(response, `deleting ${what} of ${repository}`)
  }
  await response.discard()
  return isDone
}
