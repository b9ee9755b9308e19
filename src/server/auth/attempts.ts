import { createHash } from 'node:crypto'
import type { Clock } from '../../std/clock.ts'

/** Failed attempts of one address within the window, after which it has to wait. */
const mostFailures = 10
/** Milliseconds. */
const window = 60_000
const mostAddresses = 10_000

interface Failures {
  count: number
  readonly began: number
  /** Digests of what was tried; not more than those that count. */
  readonly tried: Set<string>
}

/** Counts failed sign-ins by address, so that nobody can try tokens or codes without end. */
export class SignInAttempts {
  private readonly clock: Clock
  private readonly failures = new Map<string, Failures>()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Seconds that an address has to wait; 0 when it may try. */
  waitOf(address: string): number {
    const known = this.failures.get(address)
    if (known === undefined || known.count < mostFailures) return 0
    const left = known.began + window - this.clock.monotonic()
    if (left > 0) return Math.ceil(left / 1000)
    this.failures.delete(address)
    return 0
  }

  /** Whether an address that has to wait tries what was wrong a moment ago: that is no guess, and the answer is known. */
  isKnown(address: string, tried: string): boolean {
    return this.failures.get(address)?.tried.has(digestOf(tried)) === true
  }

  /** Notes that something was tried in vain. */
  failed(address: string, tried: string): void {
    const now = this.clock.monotonic()
    const known = this.failures.get(address)
    if (known !== undefined && known.began + window > now) {
      known.count++
      if (known.tried.size < mostFailures) known.tried.add(digestOf(tried))
      return
    }
    // Addresses that never come back must not fill the memory.
    if (this.failures.size >= mostAddresses) this.failures.clear()
    this.failures.set(address, { count: 1, began: now, tried: new Set([digestOf(tried)]) })
  }
}

function digestOf(tried: string): string {
  return createHash('sha256').update(tried).digest('base64')
}
