import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'

/** Everything that was asked and answered, with its time, as one digest; and, if wanted, as lines. */
export class Trace {
  readonly lines: string[] | undefined
  private readonly hash = createHash('sha256')
  private count = 0

  constructor(keeps: 'lines' | 'digest') {
    this.lines = keeps === 'lines' ? [] : undefined
  }

  add(time: number, head: string, body: Uint8Array | string | undefined): void {
    const text = body === undefined ? '' : comparable(Buffer.from(body).toString('utf8'))
    this.count++
    this.hash.update(`${time} ${head}\n${text}\n`)
    this.lines?.push(`${time} ${head} ${text}`)
  }

  get requests(): number {
    return this.count
  }

  digest(): string {
    return this.hash.copy().digest('hex')
  }
}

// Other versions of zlib pack the same text to other bytes.
function comparable(text: string): string {
  return text.replaceAll(/"(?:SDRzS|H4sI)[A-Za-z0-9+/=]*"/g, (packed) => {
    const outer = Buffer.from(packed.slice(1, -1), 'base64')
    const bytes = packed.startsWith('"S') ? Buffer.from(outer.toString('latin1'), 'base64') : outer
    return JSON.stringify(gunzipSync(bytes).toString('utf8'))
  })
}
