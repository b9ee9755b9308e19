import { KubeError } from '../errors.ts'

const lineFeed = 0x0a

/** Cuts a stream of bytes at line feeds. Works on bytes, because a chunk may end inside a character. */
export class LineSplitter {
  private pieces: Uint8Array[] = []
  private size = 0
  private readonly maxLine: number

  constructor(maxLine: number) {
    this.maxLine = maxLine
  }

  /** The lines that this chunk completes, without empty ones. */
  push(chunk: Uint8Array): readonly Uint8Array[] {
    const lines: Uint8Array[] = []
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      const line = this.complete(chunk.subarray(start, end))
      if (line.length > 0) lines.push(line)
      start = end + 1
    }
    if (start < chunk.length) this.keep(chunk.subarray(start))
    return lines
  }

  private complete(piece: Uint8Array): Uint8Array {
    if (this.pieces.length === 0) return piece
    this.keep(piece)
    const line = Buffer.concat(this.pieces, this.size)
    this.pieces = []
    this.size = 0
    return line
  }

  private keep(piece: Uint8Array): void {
    this.size += piece.length
    if (this.size > this.maxLine) {
      throw new KubeError('too-large', `a line of the stream is longer than ${this.maxLine} bytes`)
    }
    this.pieces.push(piece)
  }
}
