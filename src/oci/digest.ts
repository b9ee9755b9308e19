import { type Hash, createHash } from 'node:crypto'
import { OciError } from './errors.ts'

export type DigestAlgorithm = 'sha256' | 'sha512'

/** A content address that was checked: the algorithm is known and the hex has its length. */
export type Digest = `${DigestAlgorithm}:${string}`

const hexLengths: Readonly<Record<DigestAlgorithm, number>> = { sha256: 64, sha512: 128 }

/** Reads a digest, or says what is wrong with it. */
export function parseDigest(text: string): Digest {
  const colon = text.indexOf(':')
  const algorithm = text.slice(0, Math.max(0, colon))
  const hex = text.slice(colon + 1)
  if (!isAlgorithm(algorithm)) {
    const message = `digest ${JSON.stringify(clip(text))} is neither sha256:… nor sha512:…`
    throw new OciError('bad-digest', message)
  }
  if (hex.length !== hexLengths[algorithm] || !/^[a-f0-9]+$/.test(hex)) {
    const wanted = `${hexLengths[algorithm]} lower-case hexadecimal digits`
    throw new OciError('bad-digest', `digest ${JSON.stringify(clip(text))} needs ${wanted}`)
  }
  return `${algorithm}:${hex}`
}

/** Whether this is a digest that we can check. */
export function isDigest(text: string): text is Digest {
  const [algorithm = '', hex = '', ...rest] = text.split(':')
  if (rest.length > 0 || !isAlgorithm(algorithm)) return false
  return hex.length === hexLengths[algorithm] && /^[a-f0-9]+$/.test(hex)
}

export function algorithmOf(digest: Digest): DigestAlgorithm {
  return digest.startsWith('sha512:') ? 'sha512' : 'sha256'
}

/** The digits after the algorithm: safe as a file name. */
export function hexOf(digest: Digest): string {
  return digest.slice(algorithmOf(digest).length + 1)
}

/** A digest that is being made of a stream. */
export interface RunningDigest {
  /** Takes the next bytes, which the caller may change or give away afterwards; waits when there is too much to do. */
  readonly update: (bytes: Uint8Array) => Promise<void> | undefined
  readonly hex: () => Promise<string> | string
  /** Called in any case when the stream is over. */
  readonly drop: () => void
}

/** Begins the digest of a stream of so many bytes. */
export type StartDigest = (algorithm: DigestAlgorithm, size: number) => RunningDigest

/** Digests on this thread. */
export const digestHere: StartDigest = (algorithm) => {
  const hash = createHash(algorithm)
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => hash.digest('hex'),
    drop: () => {},
  }
}

/** The digest of bytes in memory. */
export function digestOf(bytes: Uint8Array, algorithm: DigestAlgorithm = 'sha256'): Digest {
  return finish(createHash(algorithm).update(bytes), algorithm)
}

/** The digest of a stream, which is read to its end. */
export async function digestOfStream(
  stream: AsyncIterable<Uint8Array>,
  algorithm: DigestAlgorithm,
): Promise<Digest> {
  const hash = createHash(algorithm)
  for await (const chunk of stream) hash.update(chunk)
  return finish(hash, algorithm)
}

export function finish(hash: Hash, algorithm: DigestAlgorithm): Digest {
  return `${algorithm}:${hash.digest('hex')}`
}

function isAlgorithm(text: string): text is DigestAlgorithm {
  return Object.hasOwn(hexLengths, text)
}

function clip(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
