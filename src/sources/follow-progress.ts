/** How far the fetching of the chart itself has come, in bytes. */
export interface Progress {
  readonly received: number
  /** As announced; nobody has to believe it. */
  readonly total: number | undefined
}

/** Passes a stream on and tells how far it has come. */
export async function* followProgress(
  stream: AsyncIterable<Uint8Array>,
  total: number | undefined,
  onProgress: ((progress: Progress) => void) | undefined,
): AsyncGenerator<Uint8Array> {
  let received = 0
  for await (const chunk of stream) {
    received += chunk.length
    onProgress?.({ received, total })
    yield chunk
  }
}
