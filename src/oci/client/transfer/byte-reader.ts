/** Reads one stream in pieces of chosen sizes, each a stream, none of them held in memory. */
export class ByteReader {
  readonly #iterator: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(stream: AsyncIterable<Uint8Array>) {
    this.#iterator = stream[Symbol.asyncIterator]()
  }

  /** The next bytes, fewer only when the stream ends. */
  async *take(count: number): AsyncGenerator<Uint8Array> {
    let left = count
    while (left > 0) {
      const chunk = this.#rest.length > 0 ? this.#rest : await this.#next()
      if (chunk === undefined) return
      const piece = chunk.subarray(0, left)
      this.#rest = chunk.subarray(piece.length)
      left -= piece.length
      yield piece
    }
  }

  /** Lets go of the stream. */
  async close(): Promise<void> {
    await this.#iterator.return?.()
  }

  async #next(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.#iterator.next()
    return done === true ? undefined : value
  }
}
