import { open } from 'node:fs/promises'

/** Bytes of the end of the file that are read; the lines before them stay on the disk. */
const mostBytes = 2 * 1024 * 1024

/** The newest lines of the file of the audit, the oldest first; none when there is no file. */
export async function readAuditFile(file: string): Promise<readonly string[]> {
  const handle = await open(file).catch((error: unknown) => {
    if ((error as { readonly code?: string }).code === 'ENOENT') return undefined
    throw error
  })
  if (handle === undefined) return []
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - mostBytes)
    const buffer = Buffer.alloc(size - start)
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    // The first line is a whole one only at the beginning of the file.
    return lines.slice(start === 0 ? 0 : 1).filter((line) => line !== '')
  } finally {
    await handle.close()
  }
}
