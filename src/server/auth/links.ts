import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../std/clock.ts'
import type { SessionOwner } from './sessions.ts'

/** Milliseconds in which a link has to be used. */
const lifetime = 15 * 60_000
const mostLinks = 100

/** Links that sign somebody in once: printed on the terminal, or asked for by `outrigger open`. */
export class SignInLinks {
  private readonly clock: Clock
  /** By the digest of the code, so that comparing tells nothing of it. */
  private readonly open = new Map<
    string,
    { readonly until: number; readonly stands: SessionOwner }
  >()

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** A new code for one sign-in. The oldest one ends when there are too many. */
  create(stands: SessionOwner): string {
    const code = randomBytes(24).toString('base64url')
    const [oldest] = this.open.keys()
    if (this.open.size >= mostLinks && oldest !== undefined) this.open.delete(oldest)
    this.open.set(digest(code), { until: this.clock.monotonic() + lifetime, stands })
    return code
  }

  /** The one whom a code signs in, and the code is used up; undefined when it signs in nobody. */
  use(code: string): SessionOwner | undefined {
    const key = digest(code)
    const found = this.open.get(key)
    this.open.delete(key)
    return found === undefined || found.until < this.clock.monotonic() ? undefined : found.stands
  }
}

function digest(code: string): string {
  return createHash('sha256').update(code).digest('base64')
}
