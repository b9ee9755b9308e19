import { type Digest, type StartDigest, algorithmOf, digestHere } from './digest.ts'
import { OciError } from './errors.ts'

/** The digest and the size that a stream has to have. */
export interface Expected {
  readonly digest: Digest
  readonly size: number
}

/**
 * Passes a stream on and fails instead of ending when it is not what was expected: at the first byte
 * too many, or at the end when bytes are missing or the digest differs. `what` names it in errors.
 */
export async function* verifyBytes(
  stream: AsyncIterable<Uint8Array>,
  expected: Expected,
  what: string,
  startDigest: StartDigest = digestHere,
): AsyncGenerator<Uint8Array> {
  const algorithm = algorithmOf(expected.digest)
  const digest = startDigest(algorithm, expected.size)
  let read = 0
  try {
    for await (const chunk of stream) {
      read += chunk.length
      if (read > expected.size) {
        throw new OciError('digest-mismatch', `${what} is longer than its ${expected.size} bytes`)
      }
      const room = digest.update(chunk)
      if (room !== undefined) await room
      yield chunk
    }
    if (read < expected.size) {
      const message = `${what} ended after ${read} of ${expected.size} bytes`
      throw new OciError('digest-mismatch', message)
    }
    const found = `${algorithm}:${await digest.hex()}`
    if (found !== expected.digest) {
      throw new OciError('digest-mismatch', `${what} has the digest ${found}`)
    }
  } finally {
    digest.drop()
  }
}

/** A stream in memory, refused as soon as it is longer than the limit. */
export async function readBounded(
  stream: AsyncIterable<Uint8Array>,
  limit: number,
  what: string,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let read = 0
  for await (const chunk of stream) {
    read += chunk.length
    if (read > limit) {
      throw new OciError('too-large', `${what} is larger than the limit of ${limit} bytes`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, read)
}

/** Everything behind the first bytes of a stream. */
export async function* skipBytes(
  stream: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array> {
  let left = count
  for await (const chunk of stream) {
    if (left < chunk.length) yield chunk.subarray(left)
    left = Math.max(0, left - chunk.length)
  }
}
