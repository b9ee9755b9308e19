import type { StatusError } from '../errors.ts'
import { badRequest, tooLarge } from '../status-errors.ts'
import type { ApiRequest } from './exchange.ts'

/** The size of the largest body, as of Kubernetes' own server. */
const mostBytes = 3 * 1024 * 1024

/** The whole body; refuses more than the limit without reading it. */
export async function readBody(request: ApiRequest): Promise<Buffer> {
  const announced = Number(request.header('content-length') ?? 0)
  if (announced > mostBytes) throw tooLarge(mostBytes)
  if (request.readWhole !== undefined) return readWhole(request, request.readWhole)
  const chunks: Uint8Array[] = []
  let length = 0
  if (request.body === undefined) return Buffer.alloc(0)
  try {
    for await (const chunk of request.body) {
      length += chunk.length
      if (length > mostBytes) throw tooLarge(mostBytes)
      chunks.push(chunk)
    }
  } catch (cause) {
    if (length > mostBytes || request.signal.aborted) throw cause
    throw unreadable(cause)
  }
  return chunks.length === 1 && chunks[0] !== undefined
    ? bufferOf(chunks[0])
    : Buffer.concat(chunks)
}

async function readWhole(
  request: ApiRequest,
  read: NonNullable<ApiRequest['readWhole']>,
): Promise<Buffer> {
  try {
    const body = await read.call(request, mostBytes)
    if (body !== 'too large') return bufferOf(body)
  } catch (cause) {
    throw unreadable(cause)
  }
  throw tooLarge(mostBytes)
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function unreadable(cause: unknown): StatusError {
  return badRequest(`the body could not be read: ${cause instanceof Error ? cause.message : ''}`)
}
