import { type Clock, sleepOn, systemClock } from '../../std/clock.ts'
import { FairGate } from '../../std/fair-gate.ts'
import type { HttpResponse, Send } from './http.ts'
import { readRetryAfter } from './retry.ts'

export interface PaceOptions {
  /** Blobs at a time. */
  readonly parallel: number
  /** Requests a second; as many as it takes when not given. */
  readonly requestsPerSecond?: number
  /** Bytes of blobs a second. */
  readonly bytesPerSecond?: number
  /** Of a server that wants to be left alone longer than this, nothing is waited for. */
  readonly mostPatience: number
}

/**
 * How fast one host is spoken to. A host that says it has had enough (429 or 503 with Retry-After, or a limit that
 * is used up) is left alone by everybody, not only by the request that was told so.
 */
export class HostPace {
  private readonly options: PaceOptions
  private readonly clock: Clock
  private readonly gate: FairGate
  private nextRequest = 0
  private nextBytes = 0
  private pausedUntil = 0

  constructor(options: PaceOptions, clock = systemClock) {
    this.options = options
    this.clock = clock
    this.gate = new FairGate(options.parallel)
  }

  /** Runs something when there is room for it at this host. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return await this.gate.run('', signal, work)
  }

  /** Requests in the pace of the host. */
  wrap(send: Send): Send {
    return async (request, signal) => {
      await this.waitForTurn(signal)
      const response = await send(request, signal)
      this.heed(response, this.clock.now())
      return response
    }
  }

  /** A stream no faster than the host may be read or written. */
  async *throttle(
    stream: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array> {
    const { bytesPerSecond } = this.options
    if (bytesPerSecond === undefined) return yield* stream
    for await (const chunk of stream) {
      const now = this.clock.now()
      const due = Math.max(now, this.nextBytes)
      this.nextBytes = due + (chunk.length * 1000) / bytesPerSecond
      if (due > now) await sleepOn(this.clock, due - now, signal)
      yield chunk
    }
  }

  private async waitForTurn(signal: AbortSignal): Promise<void> {
    // The host may ask for a pause while somebody waits for a turn.
    do {
      await this.waitForPause(signal)
      await this.waitForRoom(signal)
    } while (this.pausedUntil > this.clock.now())
  }

  private async waitForPause(signal: AbortSignal): Promise<void> {
    for (let now = this.clock.now(); this.pausedUntil > now; now = this.clock.now()) {
      await sleepOn(this.clock, this.pausedUntil - now, signal)
    }
  }

  private async waitForRoom(signal: AbortSignal): Promise<void> {
    const { requestsPerSecond } = this.options
    if (requestsPerSecond === undefined) return
    const now = this.clock.now()
    const due = Math.max(now, this.nextRequest)
    this.nextRequest = due + 1000 / requestsPerSecond
    if (due > now) await sleepOn(this.clock, due - now, signal)
  }

  private heed(response: HttpResponse, now: number): void {
    const wait = askedWait(response, now)
    if (wait === undefined || wait > this.options.mostPatience) return
    this.pausedUntil = Math.max(this.pausedUntil, now + wait)
  }
}

/** Milliseconds that a host asks to be left alone for. */
function askedWait(response: HttpResponse, now: number): number | undefined {
  const { status, header } = response
  const retryAfter = header('retry-after')
  if ((status === 429 || status === 503) && retryAfter !== undefined) {
    return readRetryAfter(retryAfter, now)
  }
  // `0;w=21600` is how Docker Hub writes it; it says no moment, so only one that does is waited for.
  const isUsedUp = /^\s*0\s*(?:;|$)/.test(header('ratelimit-remaining') ?? '')
  const reset = header('ratelimit-reset')
  return isUsedUp && reset !== undefined ? readRetryAfter(reset, now) : undefined
}
