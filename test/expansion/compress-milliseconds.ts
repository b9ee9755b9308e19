import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createZstdCompress } from 'node:zlib'
import { walkTree } from '../../src/expansion/package/tree.ts'

/** The time that it takes to read all files of a folder and to compress them, and nothing else. */
export async function compressMilliseconds(source: string, signal: AbortSignal): Promise<number> {
  const tree = await walkTree(source, signal)
  const began = performance.now()
  const stream = createZstdCompress({ chunkSize: 262_144 })
  const drained = (async () => {
    for await (const _ of stream) continue
  })()
  for (const { path } of tree.entries.values()) {
    const part = await readFile(join(source, path))
    if (!stream.write(part)) await new Promise((resolve) => stream.once('drain', resolve))
  }
  stream.end()
  await drained
  return performance.now() - began
}
