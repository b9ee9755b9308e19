import { isDigest } from '../digest.ts'
import { type Answer, refuse } from './answer.ts'
import { blobSize, readContent, removeBlob } from './blobs.ts'
import type { Call } from './call.ts'

/** GET, HEAD and DELETE of a blob. */
export async function routeBlob(call: Call): Promise<Answer> {
  const { store, repository, reference: digest } = call
  if (!isDigest(digest)) return refuse('DIGEST_INVALID', 'the digest is not one')
  if (call.method === 'DELETE') {
    const removed = await removeBlob(store, repository, digest)
    return removed ? { status: 202 } : unknownBlob(digest)
  }
  if (call.method !== 'GET' && call.method !== 'HEAD') return refuse('UNSUPPORTED', 'not for blobs')
  const size = await blobSize(store, repository, digest)
  if (size === undefined) return unknownBlob(digest)
  const headers = {
    'content-type': 'application/octet-stream',
    'docker-content-digest': digest,
    'accept-ranges': 'bytes',
    etag: `"${digest}"`,
  }
  const range = readRange(call.header('range'), size)
  if (range === 'outside') {
    const more = { headers: { 'content-range': `bytes */${size}` } }
    return refuse('RANGE_INVALID', 'the range is outside of the blob', more)
  }
  const length = {
    'content-length': String(range === undefined ? size : range.end - range.start + 1),
  }
  const body = { [Symbol.asyncIterator]: () => openBody()[Symbol.asyncIterator]() }
  const openBody = () =>
    size === 0 ? nothing() : readContent(store, digest, range ?? { start: 0 })
  if (range === undefined) return { status: 200, headers: { ...headers, ...length }, body }
  const place = { 'content-range': `bytes ${range.start}-${range.end}/${size}` }
  return { status: 206, headers: { ...headers, ...length, ...place }, body }
}

function unknownBlob(digest: string): Answer {
  return refuse('BLOB_UNKNOWN', `blob ${digest} is not in this repository`)
}

type Range = { readonly start: number; readonly end: number }

// One range is answered; anything else is no range to us, as the HTTP specification allows.
function readRange(header: string | undefined, size: number): Range | 'outside' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return undefined
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const last = match[1] === '' || match[2] === '' ? size - 1 : Number(match[2])
  const end = Math.min(last, size - 1)
  return start > end ? 'outside' : { start, end }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
