import { Readable } from 'node:stream'
import type { Clock } from '../../std/clock.ts'
import { WaitingChanges } from './waiting-changes.ts'

/** Bytes that may lie between us and a client that reads slowly. */
const mostBuffered = 64 * 1024
/** Milliseconds for which an answer holds that somebody is signed in. */
const holdsFor = 3000

/** The bytes of one stream. It is written to, and says when it has no room. */
class LiveBody extends Readable {
  hasRoom = true
  private isOver = false
  private readonly emptied: () => void

  constructor(emptied: () => void) {
    super({ highWaterMark: mostBuffered })
    this.emptied = emptied
  }

  override _read(): void {
    if (this.hasRoom) return
    this.hasRoom = true
    this.emptied()
  }

  write(bytes: Uint8Array | string): void {
    if (!this.isOver && !this.destroyed) this.hasRoom = this.push(bytes)
  }

  /** Ends it. Somebody who does not read is not waited for. */
  finish(): void {
    if (this.isOver) return
    this.isOver = true
    if (this.hasRoom) this.push(null)
    else this.destroy()
  }
}

export interface ReaderPorts {
  readonly clock: Clock
  /** Asked again and again: a stream ends with the session or the token that opened it. */
  readonly isSignedIn: () => Promise<boolean>
  /** Called when it reads again after it had no room. */
  readonly emptied: () => void
}

/** One client of a stream. While it is slow, changes wait for it, not bytes. */
export class LiveReader {
  readonly body: Readable
  /** The changes of a reader that is behind the others of its group; undefined for one that is told with them. */
  behind: WaitingChanges | undefined = new WaitingChanges()
  /** Everything up to this sequence was told, or is none of its business. */
  told: number
  private readonly bytes: LiveBody
  private readonly ports: ReaderPorts
  private goodUntil: number
  private wroteAt: number
  private isAsking = false

  /** Of somebody who was signed in a moment ago, and who knows everything up to a sequence. */
  constructor(ports: ReaderPorts, told: number) {
    this.ports = ports
    this.told = told
    this.bytes = new LiveBody(ports.emptied)
    this.body = this.bytes
    this.wroteAt = ports.clock.monotonic()
    this.goodUntil = this.wroteAt + holdsFor
  }

  /** Whether it may be told something now. */
  get isReady(): boolean {
    return this.bytes.hasRoom && this.goodUntil > this.ports.clock.monotonic()
  }

  tell(bytes: Uint8Array | string): void {
    this.wroteAt = this.ports.clock.monotonic()
    this.bytes.write(bytes)
  }

  /** Tells a comment to one that was told nothing for so long: it keeps the connection open, and shows a client that went away. */
  keepOpen(silence: number): void {
    const { clock } = this.ports
    if (this.bytes.hasRoom && clock.monotonic() - this.wroteAt >= silence) {
      this.tell(': still here\n\n')
    }
  }

  /** Asks whether it is still signed in; it is told nothing more when the answer takes too long. Resolves to false when it is not. */
  async checkSignIn(): Promise<boolean> {
    if (this.isAsking) return true
    const asked = this.ports.clock.monotonic()
    this.isAsking = true
    try {
      if (!(await this.ports.isSignedIn())) return false
      this.goodUntil = asked + holdsFor
      return true
    } finally {
      this.isAsking = false
    }
  }

  /** Ends the stream. */
  end(): void {
    this.bytes.finish()
  }

  /** Breaks the connection off, so that the client comes again. */
  breakOff(): void {
    this.bytes.destroy()
  }
}
