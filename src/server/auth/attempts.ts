import type { Clock } from '../../std/clock.ts'

/** Failed attempts of one address within the window, after which it has to wait. */
const mostFailures = 10
/** Milliseconds. */
const window = 60_000
const mostAddresses = 10_000

/** Counts failed sign-ins by address, so that nobody can try tokens or codes without end. */
export class SignInAttempts {
  private readonly clock: Clock
  private readonly failures = new Map<string, { count: number; readonly began: number }>()

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

  failed(address: string): void {
    const now = this.clock.monotonic()
    const known = this.failures.get(address)
    if (known !== undefined && known.began + window > now) known.count++
    else {
      // Addresses that never come back must not fill the memory.
      if (this.failures.size >= mostAddresses) this.failures.clear()
      this.failures.set(address, { count: 1, began: now })
    }
  }
}
