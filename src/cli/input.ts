import { isatty } from 'node:tty'
import type { Input } from './io.ts'

const standardInput = 0

/** Standard input, opened when it is first read because that costs a quick command time. */
export function connectInput(open: () => NodeJS.ReadStream, interrupt: () => void): Input {
  return {
    isTerminal: isatty(standardInput),
    readAll: (maxBytes, signal) => readAll(open(), maxBytes, signal),
    readLine: (echo, signal) => readLine({ stream: open(), interrupt }, echo, signal),
  }
}

async function readAll(
  stream: NodeJS.ReadStream,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  await eachPiece(stream, signal, (piece) => {
    parts.push(piece)
    length += piece.length
    if (length > maxBytes) {
      throw new Error(`standard input is longer than ${maxBytes} bytes`)
    }
    return 'more'
  })
  return Buffer.concat(parts)
}

const longestLine = 65_536
const keys = { enter: 13, newline: 10, interrupt: 3, endOfInput: 4, backspace: 127, erase: 8 }

/** A terminal without echo hands over keys, not lines: what edits a line is done here. */
async function readLine(
  { stream, interrupt }: { readonly stream: NodeJS.ReadStream; readonly interrupt: () => void },
  echo: 'shown' | 'hidden',
  signal: AbortSignal,
): Promise<string> {
  const line: number[] = []
  const raw = echo === 'hidden' && isatty(standardInput)
  if (raw) stream.setRawMode(true)
  try {
    await eachPiece(stream, signal, (piece) => {
      for (const [index, byte] of piece.entries()) {
        if (byte === keys.newline || (raw && (byte === keys.enter || byte === keys.endOfInput))) {
          return { rest: piece.subarray(index + 1) }
        }
        if (raw && byte === keys.interrupt) interrupt()
        else if (raw && (byte === keys.backspace || byte === keys.erase)) line.pop()
        else line.push(byte)
      }
      if (line.length > longestLine) throw new Error('the line typed is too long')
      return 'more'
    })
  } finally {
    if (raw) stream.setRawMode(false)
  }
  return Buffer.from(line).toString('utf8').replace(/\r$/, '')
}

/** Hands over what arrives until it is enough, and leaves the stream so that it can be read further. */
function eachPiece(
  stream: NodeJS.ReadStream,
  signal: AbortSignal,
  take: (piece: Buffer) => 'more' | { readonly rest: Buffer },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      stream.off('data', onData).off('end', onEnd).off('error', onError).pause()
      signal.removeEventListener('abort', onAbort)
    }
    const onEnd = () => {
      leave()
      resolve()
    }
    const onError = (error: Error) => {
      leave()
      reject(error)
    }
    const onAbort = () => onError(signal.reason as Error)
    const onData = (piece: Buffer) => {
      try {
        const taken = take(piece)
        if (taken === 'more') return
        onEnd()
        // Only now: a stream that flows would hand it over again at once.
        if (taken.rest.length > 0) stream.unshift(taken.rest)
      } catch (error) {
        onError(error as Error)
      }
    }
    if (signal.aborted) return onAbort()
    if (stream.readableEnded) return resolve()
    signal.addEventListener('abort', onAbort, { once: true })
    return void stream.on('data', onData).once('end', onEnd).once('error', onError).resume()
  })
}
