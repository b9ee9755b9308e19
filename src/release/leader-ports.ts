import type { Leadership } from '../controller/election/leadership.ts'
import type { KubeClient } from '../kube/client.ts'
import { ReleaseError } from './errors.ts'
import type { LockRelease } from './release-lock.ts'
import type { LeaderPorts } from './ports.ts'

/**
 * The value that an operator passes to the verbs as `leader`, one for each cluster: a leader needs no Lease for each release.
 *
 * An operator should also share between all releases of a cluster: one client, one `Discovery` (kept true by
 * `followDiscovery`) and one `ReleaseStore` with `KnownRevisions`, which knows the revisions from a watch. A release of four
 * objects is then installed by six requests: its record as pending, four applies, its record as deployed. Random values and
 * lookups of its templates cost two more, because they have to be remembered.
 *
 * Two things differ. The intent is a label of the pending record instead of a Secret of ours, so the next leader goes on
 * from the desired state that the operator keeps. Objects of others are found when they are applied, not before the first
 * one is; they are never written to in either case.
 */
export function leaderPorts(leadership: Leadership, client?: KubeClient): LeaderPorts {
  const held = new Set<string>()
  const hold: LockRelease = async ({ namespace, name }, act, signal) => {
    const key = `${namespace}/${name}`
    leadership.throwIfLost()
    if (held.has(key)) {
      throw new ReleaseError(
        'busy',
        `release ${name} in ${namespace} is being changed by us already`,
      )
    }
    held.add(key)
    try {
      return await act({
        signal: AbortSignal.any([signal, leadership.signal]),
        isLost: () => leadership.signal.aborted,
      })
    } finally {
      held.delete(key)
    }
  }
  return client === undefined ? { lock: hold } : { lock: hold, client }
}
