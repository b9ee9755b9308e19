import { createHash } from 'node:crypto'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import type { BlobContent } from '../client/transfer/push-blob.ts'
import { algorithmOf, finish } from '../digest.ts'
import { OciError } from '../errors.ts'

const readBytes = 1024 * 1024

/**
 * Writes a blob into a file beside its place and moves it there when its digest is right. The file
 * that a killed process left is read for its digest, and the rest is fetched: no byte comes twice.
 */
export async function writeBlobFile(
  path: string,
  partial: string,
  content: BlobContent,
  signal: AbortSignal,
): Promise<void> {
  const { size, digest } = content
  let kept = 0
  const file = await open(partial, 'a+')
  try {
    const hash = createHash(algorithmOf(digest))
    const there = (await file.stat()).size
    kept = there > size ? 0 : there
    if (kept !== there) await file.truncate(0)
    await hashFile(file, kept, (chunk) => hash.update(chunk))
    let at = kept
    for await (const chunk of kept === size ? [] : content.open(kept, signal)) {
      at += chunk.length
      if (at > size) break
      hash.update(chunk)
      await writeAll(file, chunk)
    }
    const found = at === size ? finish(hash, algorithmOf(digest)) : `${at} of ${size} bytes`
    if (found !== digest) {
      await rm(partial, { force: true })
      // A machine that lost power may have lost what was written: then all of it comes again.
      if (kept > 0) return await writeBlobFile(path, partial, content, signal)
      const message = `blob ${digest} has the digest ${found}`
      throw new OciError('digest-mismatch', at === size ? message : `blob ${digest} has ${found}`)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  signal.throwIfAborted()
  await rename(partial, path)
}

async function hashFile(
  file: FileHandle,
  size: number,
  update: (chunk: Uint8Array) => void,
): Promise<void> {
  const buffer = Buffer.alloc(Math.min(readBytes, size))
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, size - at), at)
    if (bytesRead === 0) return
    update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) {
    at += (await file.write(chunk, at, chunk.length - at)).bytesWritten
  }
}

/** A full disk by its own name; every other failure as it is. */
export function namedFull(error: unknown, name: string): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? ''
  if (!['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return error
  const message = `${name} is full: ${error instanceof Error ? error.message : code}`
  return new OciError('full', message, { cause: error })
}
