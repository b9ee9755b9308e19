import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type Digest, algorithmOf, digestOfStream } from '../digest.ts'
import { addBlob } from './blobs.ts'
import { removeFile, sizeOf } from './files.ts'
import { type Store, partPath } from './store.ts'

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** An upload is a file that grows; it survives a restart of the server. */
export interface Upload {
  readonly id: string
  readonly repository: string
  readonly path: string
  readonly size: number
}

/** Begins an upload, with an empty file that later requests append to. */
export async function startUpload(store: Store, repository: string): Promise<Upload> {
  const id = randomUUID()
  const folder = partPath(store, repository, '_uploads')
  await mkdir(folder, { recursive: true })
  const path = join(folder, id)
  await (await open(path, 'wx')).close()
  return { id, repository, path, size: 0 }
}

/** An upload by the id that a client names; undefined for an id that we never gave. The size is what has arrived. */
export async function findUpload(
  store: Store,
  repository: string,
  id: string,
): Promise<Upload | undefined> {
  if (!idPattern.test(id)) return undefined
  const path = join(partPath(store, repository, '_uploads'), id)
  const size = await sizeOf(path)
  return size === undefined ? undefined : { id, repository, path, size }
}

/** Appends what comes; what came before a break stays and can be continued. Returns the new size. */
export async function appendToUpload(
  upload: Upload,
  content: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<number | 'too-large'> {
  const file = await open(upload.path, 'r+')
  let size = upload.size
  try {
    for await (const chunk of content) {
      if (size + chunk.length > limit) return 'too-large'
      await file.write(chunk, 0, chunk.length, size)
      size += chunk.length
    }
    return size
  } finally {
    await file.close()
  }
}

/** Turns an upload into a blob; false when its bytes have another digest, and then it is gone. */
export async function finishUpload(
  store: Store,
  upload: Upload,
  digest: Digest,
  signal: AbortSignal,
): Promise<boolean> {
  const content = createReadStream(upload.path, { signal })
  const found = await digestOfStream(content, algorithmOf(digest))
  if (found !== digest) {
    await removeFile(upload.path)
    return false
  }
  await flush(upload.path)
  await addBlob(store, upload.repository, { digest, file: upload.path }, signal)
  return true
}

// Bytes that are answered as stored are on the disk, also when the power fails.
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function cancelUpload(upload: Upload): Promise<void> {
  await removeFile(upload.path)
}
