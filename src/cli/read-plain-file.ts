import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { PlainError } from './errors.ts'

/** A file that a user named, refused above a size before it is read; fails in Go's words, as helm does. */
export async function readPlainFile(
  path: string,
  limit: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  // Not to wait for somebody to write into a pipe.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK
  const file = await open(path, flags).catch((cause: unknown) => {
    throw new PlainError(`open ${path}: ${goReason(cause)}`, { cause })
  })
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new PlainError(`read ${path}: is not a plain file`)
    if (stats.size > limit) {
      throw new PlainError(`read ${path}: wanted at most ${limit} bytes, found ${stats.size}`)
    }
    return await file.readFile({ signal })
  } finally {
    await file.close()
  }
}

const goReasons: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  EACCES: 'permission denied',
}

/** Why the system refused, in Go's words where they are known. */
export function goReason(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return goReasons[code] ?? message
}
