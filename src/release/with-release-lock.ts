import type { ReleaseLock } from './release-lock.ts'
import { lockRelease } from './record/lock/lock-release.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseTarget } from './release.ts'

type ReleaseName = Omit<ReleaseTarget, 'client'>

/** Does something to a release while nobody else of us does. */
export function withReleaseLock<Result>(
  place: ReleaseName,
  ports: ReleasePorts,
  act: (held: ReleaseLock) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const { leader } = ports
  if (leader === undefined) return lockByLease(place, ports, act, signal)
  return leader.lock(place, act, signal)
}

/** The same by the Lease of the release, which is what a caller without leadership looks at. */
export function lockByLease<Result>(
  { namespace, name }: ReleaseName,
  ports: Pick<ReleasePorts, 'client' | 'identity' | 'isDead'>,
  act: (held: ReleaseLock) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const target = { client: ports.client, namespace, name }
  const run = (lease: { readonly signal: AbortSignal }) =>
    act({ signal: lease.signal, isLost: () => lease.signal.aborted && !signal.aborted })
  return lockRelease(target, ports, run, signal)
}
