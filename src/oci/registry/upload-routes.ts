import { isDigest } from '../digest.ts'
import { isRepositoryName } from '../reference.ts'
import { type Answer, refuse } from './answer.ts'
import { mountBlob } from './blobs.ts'
import type { Call } from './call.ts'
import {
  type Upload,
  appendToUpload,
  cancelUpload,
  findUpload,
  finishUpload,
  startUpload,
} from './uploads.ts'

/** POST: a mount, a whole blob at once, or the start of an upload. */
export async function routeUploads(call: Call): Promise<Answer> {
  const { store, repository, query, signal } = call
  if (call.method !== 'POST') return refuse('UNSUPPORTED', 'an upload is started with POST')
  const mount = query.get('mount')
  const from = query.get('from')
  if (mount !== null && isDigest(mount) && from !== null && isRepositoryName(from)) {
    if (await mountBlob(store, repository, { digest: mount, from }, signal))
      return created(repository, mount)
  }
  const upload = await startUpload(store, repository)
  if (query.get('digest') !== null) return await finish(call, upload)
  return accepted(upload)
}

/** PATCH, PUT, GET and DELETE of an upload that was started. */
export async function routeUpload(call: Call, busy: Set<string>): Promise<Answer> {
  const upload = await findUpload(call.store, call.repository, call.reference)
  if (upload === undefined) return refuse('BLOB_UPLOAD_UNKNOWN', 'there is no such upload')
  if (call.method === 'GET' || call.method === 'HEAD') return { ...accepted(upload), status: 204 }
  if (busy.has(upload.id)) {
    return refuse('BLOB_UPLOAD_INVALID', 'this upload is being written to', { status: 409 })
  }
  busy.add(upload.id)
  try {
    // The size that counts is the one after earlier writers have ended.
    const settled = (await findUpload(call.store, call.repository, upload.id)) ?? upload
    if (call.method === 'PATCH') return await append(call, settled)
    if (call.method === 'PUT') return await finish(call, settled)
    if (call.method !== 'DELETE') return refuse('UNSUPPORTED', 'not for uploads')
    await cancelUpload(upload)
    return { status: 204 }
  } finally {
    busy.delete(upload.id)
  }
}

async function append(call: Call, upload: Upload): Promise<Answer> {
  const refusal = checkRange(call, upload)
  if (refusal !== undefined) return refusal
  const size = await appendToUpload(upload, call.body, call.maxBlobBytes)
  return size === 'too-large' ? await tooLarge(call, upload) : accepted({ ...upload, size })
}

async function finish(call: Call, upload: Upload): Promise<Answer> {
  const digest = call.query.get('digest') ?? ''
  if (!isDigest(digest)) return refuse('DIGEST_INVALID', 'the query has no digest that we know')
  const refusal = checkRange(call, upload)
  if (refusal !== undefined) return refusal
  const size = await appendToUpload(upload, call.body, call.maxBlobBytes)
  if (size === 'too-large') return await tooLarge(call, upload)
  const isRight = await finishUpload(call.store, { ...upload, size }, digest, call.signal)
  if (isRight) return created(upload.repository, digest)
  return refuse('DIGEST_INVALID', 'the bytes have another digest; the upload was dropped')
}

// A piece that names its place must begin where the upload ends; the answer says where that is.
function checkRange(call: Call, upload: Upload): Answer | undefined {
  const header = call.header('content-range')
  if (header === undefined) return undefined
  const match = /^(?:bytes[ =])?(\d+)-(\d+)(?:\/(?:\d+|\*))?$/.exec(header)
  if (match !== null && Number(match[1]) === upload.size) return undefined
  const message = `the upload has ${upload.size} bytes and content-range is ${header.slice(0, 100)}`
  return refuse('RANGE_INVALID', message, { headers: placeOf(upload) })
}

async function tooLarge(call: Call, upload: Upload): Promise<Answer> {
  await cancelUpload(upload)
  const message = `a blob may have ${call.maxBlobBytes} bytes`
  return refuse('SIZE_INVALID', message, { status: 413 })
}

function accepted(upload: Upload): Answer {
  return { status: 202, headers: placeOf(upload) }
}

function placeOf({ repository, id, size }: Upload): Readonly<Record<string, string>> {
  return {
    location: `/v2/${repository}/blobs/uploads/${id}`,
    range: `0-${Math.max(0, size - 1)}`,
    'docker-upload-uuid': id,
  }
}

function created(repository: string, digest: string): Answer {
  const location = `/v2/${repository}/blobs/${digest}`
  return { status: 201, headers: { location, 'docker-content-digest': digest } }
}
