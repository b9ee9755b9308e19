import { holdRelease } from './record/hold-release.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseTarget } from './release.ts'

/** A release that nobody else of us works on. */
export interface Held {
  /** Given when the user stops us, and when the release is lost. */
  readonly signal: AbortSignal
  /** Whether somebody else may be at work by now: then nothing more is written, not even that we failed. */
  readonly isLost: () => boolean
}

/** Does something to a release while nobody else of us does. */
export function hold<Result>(
  { namespace, name }: Omit<ReleaseTarget, 'client'>,
  ports: ReleasePorts,
  act: (held: Held) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const target = { client: ports.client, namespace, name }
  const run = (lease: { readonly signal: AbortSignal }) =>
    act({ signal: lease.signal, isLost: () => lease.signal.aborted && !signal.aborted })
  return holdRelease(target, ports, run, signal)
}
