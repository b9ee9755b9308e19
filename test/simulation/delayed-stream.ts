import { type Clock, abortReason } from '../../src/std/clock.ts'
import { type StreamTrouble, reset } from './network.ts'
import type { SimulatedProcess } from './simulated-process.ts'

export interface StreamPorts {
  readonly clock: Clock
  readonly who: SimulatedProcess
  readonly trouble: StreamTrouble
  /** Of the reader. */
  readonly signal: AbortSignal
  /** Called when nobody reads any more. */
  readonly left: () => void
  readonly heard: (bytes: Uint8Array) => void
}

type Piece =
  | { readonly is: 'bytes'; readonly bytes: Uint8Array }
  | { readonly is: 'end' }
  | { readonly is: 'failure'; readonly error: Error }

const tooOld = Buffer.from(
  `${JSON.stringify({
    type: 'ERROR',
    object: {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'too old resource version: simulated',
      reason: 'Expired',
      code: 410,
    },
  })}\n`,
)

/** A stream that comes late but in order, breaks, or ends with 410; other streams are not waited for. */
export async function* delayedStream(
  body: AsyncIterable<Uint8Array>,
  ports: StreamPorts,
): AsyncGenerator<Uint8Array> {
  const pieces: Piece[] = []
  let wake: (() => void) | undefined
  const give = (piece: Piece) =>
    ports.who.whenRunning(() => {
      pieces.push(piece)
      wake?.()
    })
  const undo = interrupt(ports, give)
  // The end of it is given as a piece.
  void pump(body, ports, give)
  try {
    for (;;) {
      const piece = pieces.shift()
      if (piece === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      if (piece.is === 'end') return
      if (piece.is === 'failure') throw piece.error
      yield piece.bytes
    }
  } finally {
    undo()
    ports.left()
  }
}

function interrupt({ trouble, signal }: StreamPorts, give: (piece: Piece) => void): () => void {
  const stop = () => give({ is: 'failure', error: abortReason(signal) })
  const cut = () => give({ is: 'failure', error: reset() })
  const expire = () => {
    give({ is: 'bytes', bytes: tooOld })
    give({ is: 'end' })
  }
  signal.addEventListener('abort', stop, { once: true })
  trouble.broken.addEventListener('abort', cut, { once: true })
  trouble.expired.addEventListener('abort', expire, { once: true })
  if (signal.aborted) stop()
  return () => {
    signal.removeEventListener('abort', stop)
    trouble.broken.removeEventListener('abort', cut)
    trouble.expired.removeEventListener('abort', expire)
  }
}

async function pump(
  body: AsyncIterable<Uint8Array>,
  { clock, trouble, heard }: StreamPorts,
  give: (piece: Piece) => void,
): Promise<void> {
  let last = 0
  const later = (piece: Piece) => {
    last = Math.max(last, clock.monotonic() + trouble.late())
    clock.after(last - clock.monotonic(), () => give(piece))
  }
  try {
    for await (const bytes of body) {
      heard(bytes)
      later({ is: 'bytes', bytes })
    }
    later({ is: 'end' })
  } catch (error) {
    later({ is: 'failure', error: error instanceof Error ? error : new Error('broken') })
  }
}
