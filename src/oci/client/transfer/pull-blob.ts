import { type Expected, skipBytes, verifyBytes } from '../../bytes.ts'
import type { Digest } from '../../digest.ts'
import { OciError } from '../../errors.ts'
import { maxResumes } from '../../limits.ts'
import type { Registry } from '../registry.ts'

/** The size of a blob that a repository has, or undefined. */
export function blobSize(
  registry: Registry,
  repository: string,
  digest: Digest,
  signal: AbortSignal,
): Promise<number | undefined> {
  return askBlobSize(registry, { repository, digest, access: 'pull' }, signal)
}

/** The same, with the token that an upload to the repository needs as well. */
export function blobSizeBeforePush(
  registry: Registry,
  repository: string,
  digest: Digest,
  signal: AbortSignal,
): Promise<number | undefined> {
  return askBlobSize(registry, { repository, digest, access: 'push' }, signal)
}

interface BlobQuestion {
  readonly repository: string
  readonly digest: Digest
  readonly access: 'pull' | 'push'
}

async function askBlobSize(
  registry: Registry,
  { repository, digest, access }: BlobQuestion,
  signal: AbortSignal,
): Promise<number | undefined> {
  const path = `${repository}/blobs/${digest}`
  const call = { method: 'HEAD', path, repository, access, timeout: 60_000 } as const
  const response = await registry.call(call, signal)
  await response.discard()
  if (response.status === 404) return undefined
  if (response.status !== 200) throw await registry.failure(response, `blob ${digest}`)
  return Number(response.header('content-length') ?? 0)
}

/** A blob as a stream that fails when it is not what the descriptor says. */
export function pullBlob(
  registry: Registry,
  repository: string,
  expected: Expected,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  const what = `blob ${expected.digest} of ${registry.host}/${repository}`
  const bytes = readBlobFrom({ registry, repository, expected, start: 0 }, signal)
  return verifyBytes(bytes, expected, what, registry.startDigest)
}

export interface BlobPart {
  readonly registry: Registry
  readonly repository: string
  readonly expected: Expected
  readonly start: number
}

/**
 * The bytes of a blob from a place on, not verified: for whoever sends them to where they are. A
 * connection that breaks is taken up where it broke.
 */
export async function* readBlobFrom(
  part: BlobPart,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let at = part.start
  let barren = 0
  for (;;) {
    const before = at
    try {
      const chunks = openBlob({ ...part, start: at }, signal)
      for await (const chunk of untilPast(part.expected.size - at, chunks)) {
        at += chunk.length
        yield chunk
      }
      return
    } catch (error) {
      barren = at > before ? 0 : barren + 1
      const canResume = error instanceof OciError && error.transient && barren < maxResumes
      if (!canResume || at >= part.expected.size) throw error
    }
  }
}

/** An endless body ends here; the verification says what was wrong with it. */
async function* untilPast(
  size: number,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let seen = 0
  for await (const chunk of chunks) {
    seen += chunk.length
    yield chunk
    if (seen > size) return
  }
}

async function* openBlob(part: BlobPart, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const { registry, repository, expected, start } = part
  const path = `${repository}/blobs/${expected.digest}`
  const headers: Record<string, string> = start === 0 ? {} : { range: `bytes=${start}-` }
  const call = { method: 'GET', path, headers, repository, access: 'pull' } as const
  const response = await registry.call(call, signal)
  if (response.status === 206 && start > 0) return yield* response.body
  // A registry that knows no ranges sends all of it again.
  if (response.status === 200)
    return yield* start === 0 ? response.body : skipBytes(response.body, start)
  throw await registry.failure(response, `blob ${expected.digest} of ${repository}`)
}
