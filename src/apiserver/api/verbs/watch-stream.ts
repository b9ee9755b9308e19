/** The bytes of a watch: pushed as events happen, pulled as the connection takes them. */
export class WatchStream implements AsyncIterable<Uint8Array> {
  readonly #mostBytes: number
  readonly #onEnd: () => void
  #chunks: Uint8Array[] = []
  #bytes = 0
  #ended = false
  #wake: (() => void) | undefined

  /** A client that leaves more than so many bytes lying is cut off, so that it cannot fill our memory. */
  constructor(mostBytes: number, onEnd: () => void) {
    this.#mostBytes = mostBytes
    this.#onEnd = onEnd
  }

  get hasEnded(): boolean {
    return this.#ended
  }

  push(bytes: Uint8Array): void {
    if (this.#ended) return
    this.#chunks.push(bytes)
    this.#bytes += bytes.length
    if (this.#bytes > this.#mostBytes) this.end()
    else this.#wake?.()
  }

  /** Ends the stream; events that were pushed still go out. */
  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#onEnd()
    this.#wake?.()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      while (true) {
        if (this.#chunks.length > 0) {
          const chunks = this.#chunks
          this.#chunks = []
          this.#bytes = 0
          yield chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)
        } else if (this.#ended) return
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve
          })
          this.#wake = undefined
        }
      }
    } finally {
      this.end()
    }
  }
}
