import { type Identity, identityKey } from '../auth/identity.ts'
import { ProblemError } from '../http/problem.ts'

const mostStreams = 1000
const mostOfOne = 50

/** Counts the answers that have no end: streams of changes and of runs, and logs that are followed; in all and by identity. */
export class OpenStreams {
  private readonly counts = new Map<string, number>()
  private all = 0

  /** Takes a place until the signal, which comes with the end of the connection. Throws a problem when there is none. */
  enter(identity: Identity, signal: AbortSignal): void {
    const key = identityKey(identity)
    const own = this.counts.get(key) ?? 0
    if (own >= mostOfOne || this.all >= mostStreams) {
      const which = own >= mostOfOne ? `you have ${own}` : `there are ${this.all}`
      const detail = `too many streams are open: ${which}; close one, or try again later`
      const headers = { 'retry-after': '10' }
      throw new ProblemError(429, 'TooManyStreams', detail, { headers })
    }
    if (signal.aborted) return
    this.all++
    this.counts.set(key, own + 1)
    signal.addEventListener('abort', () => this.leave(key), { once: true })
  }

  private leave(key: string): void {
    this.all--
    const left = (this.counts.get(key) ?? 1) - 1
    if (left === 0) this.counts.delete(key)
    else this.counts.set(key, left)
  }
}
