import { readBounded } from '../bytes.ts'
import { type Digest, algorithmOf, digestOf, isDigest } from '../digest.ts'
import { OciError } from '../errors.ts'
import { maxManifestBytes } from '../limits.ts'
import { type Manifest, type RawManifest, parseManifest } from '../manifest.ts'
import { isForeignLayer } from '../media-types.ts'
import { isTag } from '../reference.ts'
import { type Answer, refuse } from './answer.ts'
import { blobSize } from './blobs.ts'
import type { Call } from './call.ts'
import {
  readManifest,
  removeManifest,
  removeTag,
  resolveManifest,
  writeManifest,
} from './manifests.ts'
import { addReferrer, removeReferrer } from './referrers.ts'

/** GET, HEAD, PUT and DELETE of a manifest by tag or digest. */
export async function routeManifest(call: Call): Promise<Answer> {
  const { reference } = call
  if (!isDigest(reference) && !isTag(reference)) {
    return refuse(
      reference.includes(':') ? 'DIGEST_INVALID' : 'TAG_INVALID',
      'the reference is neither a tag nor a digest',
    )
  }
  if (call.method === 'GET' || call.method === 'HEAD') return await read(call)
  if (call.method === 'PUT') return await write(call)
  if (call.method === 'DELETE') return await remove(call)
  return refuse('UNSUPPORTED', 'not for manifests')
}

async function read({ store, repository, reference }: Call): Promise<Answer> {
  const digest = await resolveManifest(store, repository, reference)
  const raw = digest && (await readManifest(store, repository, digest))
  if (!raw) return unknown(reference)
  const headers = { 'docker-content-digest': raw.digest, etag: `"${raw.digest}"` }
  return { status: 200, headers: { 'content-type': raw.mediaType, ...headers }, body: raw.bytes }
}

async function write(call: Call): Promise<Answer> {
  const { store, repository, reference, signal } = call
  const received = await receive(call)
  if ('status' in received) return received
  const { raw, manifest } = received
  const missing = await missingBlob(call, manifest)
  if (missing !== undefined) {
    return refuse('MANIFEST_BLOB_UNKNOWN', `blob ${missing} is not in this repository`)
  }
  const subject = manifest.subject?.digest
  if (subject !== undefined)
    await addReferrer(store, repository, { subject, referrer: raw.digest }, signal)
  await writeManifest(
    store,
    repository,
    { manifest: raw, tag: isDigest(reference) ? undefined : reference },
    signal,
  )
  const headers = {
    location: `/v2/${repository}/manifests/${raw.digest}`,
    'docker-content-digest': raw.digest,
    ...(subject === undefined ? {} : { 'oci-subject': subject }),
  }
  return { status: 201, headers }
}

type Received = { readonly raw: RawManifest; readonly manifest: Manifest }

async function receive(call: Call): Promise<Received | Answer> {
  const { reference } = call
  try {
    const bytes = await readBounded(call.body, maxManifestBytes, 'the manifest')
    const digest = digestOf(bytes, isDigest(reference) ? algorithmOf(reference) : 'sha256')
    if (isDigest(reference) && reference !== digest) {
      return refuse('DIGEST_INVALID', `the manifest has the digest ${digest}`)
    }
    const told = { mediaType: call.header('content-type') ?? '', bytes }
    const manifest = parseManifest(told, 'the manifest')
    return { raw: { mediaType: manifest.mediaType, digest, bytes }, manifest }
  } catch (error) {
    if (!(error instanceof OciError)) throw error
    const status = error.code === 'too-large' ? { status: 413 } : {}
    return refuse('MANIFEST_INVALID', error.message, status)
  }
}

// The manifests of an index may come later or never: mirrors keep only the platforms they need.
async function missingBlob(call: Call, manifest: Manifest): Promise<Digest | undefined> {
  if (manifest.kind === 'index') return undefined
  for (const { digest, mediaType } of [manifest.config, ...manifest.layers]) {
    if (isForeignLayer(mediaType)) continue
    if ((await blobSize(call.store, call.repository, digest)) === undefined) return digest
  }
  return undefined
}

async function remove({ store, repository, reference }: Call): Promise<Answer> {
  if (!isDigest(reference)) {
    const removed = await removeTag(store, repository, reference)
    return removed ? { status: 202 } : unknown(reference)
  }
  const raw = await readManifest(store, repository, reference)
  if (raw === undefined) return unknown(reference)
  const { subject } = parseManifest(raw, 'the manifest')
  await removeManifest(store, repository, reference)
  if (subject !== undefined) await removeReferrer(store, repository, subject.digest, reference)
  return { status: 202 }
}

function unknown(reference: string): Answer {
  return refuse('MANIFEST_UNKNOWN', `manifest ${reference} is not in this repository`)
}
