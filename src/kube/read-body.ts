import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { KubeError } from './errors.ts'
import type { TransportResponse } from './transport.ts'

const unzip = promisify(gunzip)

/** The largest body of an answer, in bytes; the server itself takes at most 3 MB for one object. */
const maxBody = 512 * 1024 * 1024

/** The whole body of an answer, unpacked. */
export async function readBody(response: TransportResponse, limit = maxBody): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.length
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  const [only] = chunks
  const bytes = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks, size)
  return isGzip(response) ? inflate(bytes, limit) : bytes
}

function isGzip(response: TransportResponse): boolean {
  return response.header('content-encoding').some((value) => value.toLowerCase() === 'gzip')
}

async function inflate(bytes: Uint8Array, limit: number): Promise<Uint8Array> {
  try {
    return await unzip(bytes, { maxOutputLength: limit })
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge(limit)
    throw new KubeError('bad-answer', 'the answer of the server is not gzip as it says', { cause })
  }
}

function tooLarge(limit: number): KubeError {
  const message = `the answer of the server is larger than ${limit} bytes; list by pages or select less`
  return new KubeError('too-large', message)
}
