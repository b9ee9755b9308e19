import type { Held } from './held.ts'
import { holdRelease } from './record/holding/hold-release.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseTarget } from './release.ts'

type ReleaseName = Omit<ReleaseTarget, 'client'>

/** Does something to a release while nobody else of us does. */
export function hold<Result>(
  place: ReleaseName,
  ports: ReleasePorts,
  act: (held: Held) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { leader } = ports
  if (leader === undefined) return holdByLease(place, ports, act, signal)
  return leader.hold(place, act, signal)
}

/** The same by the Lease of the release, which is what a caller without leadership looks at. */
export function holdByLease<Result>(
  { namespace, name }: ReleaseName,
  ports: Pick<ReleasePorts, 'client' | 'identity' | 'isDead'>,
  act: (held: Held) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const target = { client: ports.client, namespace, name }
  const run = (lease: { readonly signal: AbortSignal }) =>
    act({ signal: lease.signal, isLost: () => lease.signal.aborted && !signal.aborted })
  return holdRelease(target, ports, run, signal)
}
