import type { FileHandle } from 'node:fs/promises'
import { SourceError } from '../../errors.ts'
import { readBufferBytes } from '../limits.ts'

export interface Block {
  readonly buffer: Buffer
  readonly isLast: boolean
  /** Says how many of its bytes are done with; the others come again with the next block. */
  readonly done: (count: number) => void
}

/**
 * A file block by block, all in one buffer, which grows when nothing of it is done with. The last block
 * adds no bytes.
 */
export async function* blocksOf(file: FileHandle, maxBytes: number): AsyncGenerator<Block> {
  let buffer = Buffer.allocUnsafe(readBufferBytes)
  let kept = 0
  for (let offset = 0; ;) {
    if (kept === buffer.length) {
      if (kept > maxBytes)
        throw new SourceError('too-large', `a line is longer than ${maxBytes} bytes`)
      const larger = Buffer.allocUnsafe(buffer.length * 2)
      buffer.copy(larger, 0, 0, kept)
      buffer = larger
    }
    const { bytesRead } = await file.read(buffer, kept, buffer.length - kept, offset)
    offset += bytesRead
    const length = kept + bytesRead
    const current = buffer
    yield {
      buffer: current.subarray(0, length),
      isLast: bytesRead === 0,
      done: (count) => {
        current.copyWithin(0, count, length)
        kept = length - count
      },
    }
    if (bytesRead === 0) return
  }
}

/** The lines of a file without their breaks. Bytes are valid until the next one is asked for. */
export async function* linesOf(file: FileHandle, maxBytes: number): AsyncGenerator<Buffer> {
  for await (const { buffer, done } of blocksOf(file, maxBytes)) {
    let at = 0
    for (let end = buffer.indexOf(0x0a, at); end >= 0; end = buffer.indexOf(0x0a, at)) {
      yield buffer.subarray(at, end)
      at = end + 1
    }
    done(at)
  }
}
