import { type WriteStream, createWriteStream } from 'node:fs'
import { rename, stat } from 'node:fs/promises'
import { PlainError } from '../errors.ts'

/** Bytes after which a new file is begun; the old ones are FILE.1 to FILE.5, the newest first. */
const largestFile = 16 * 1024 * 1024
const mostOld = 5

/** A file of lines that never grows without end. */
export class AuditFile {
  private readonly path: string
  private readonly largest: number
  private readonly failed: (error: unknown) => void
  private stream: WriteStream
  private bytes: number
  private turning: Promise<void> | undefined
  private waiting: string[] = []

  private constructor(
    path: string,
    bytes: number,
    failed: (error: unknown) => void,
    largest: number,
  ) {
    this.path = path
    this.bytes = bytes
    this.failed = failed
    this.largest = largest
    this.stream = this.begin()
  }

  /** Opens a file, or goes on with one. */
  static async open(
    path: string,
    failed: (error: unknown) => void,
    largest = largestFile,
  ): Promise<AuditFile> {
    const before = await stat(path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { size: 0 }
      throw new PlainError(`the audit file ${path} cannot be used`, { cause: error })
    })
    return new AuditFile(path, before.size, failed, largest)
  }

  readonly write = (line: string): void => {
    if (this.turning !== undefined) {
      this.waiting.push(line)
      return
    }
    const text = `${line}\n`
    this.bytes += Buffer.byteLength(text)
    this.stream.write(text)
    if (this.bytes >= this.largest) this.turning = this.turn()
  }

  async close(): Promise<void> {
    await this.turning
    await new Promise<void>((done) => this.stream.end(done))
  }

  private async turn(): Promise<void> {
    await new Promise<void>((done) => this.stream.end(done))
    try {
      for (let number = mostOld - 1; number >= 1; number--) {
        await rename(`${this.path}.${number}`, `${this.path}.${number + 1}`).catch(whenMissing)
      }
      await rename(this.path, `${this.path}.1`)
    } catch (error) {
      // The lines matter more than the size of their file.
      this.failed(error)
    }
    this.bytes = 0
    this.stream = this.begin()
    this.turning = undefined
    const lines = this.waiting
    this.waiting = []
    for (const line of lines) this.write(line)
  }

  private begin(): WriteStream {
    const stream = createWriteStream(this.path, { flags: 'a', mode: 0o600 })
    stream.on('error', this.failed)
    return stream
  }
}

function whenMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
