import type { Leadership } from '../controller/election/leadership.ts'
import { ReleaseError } from './errors.ts'
import type { HoldRelease } from './held.ts'
import type { LeaderPorts } from './ports.ts'

/**
 * What an operator passes to the verbs as `leader`, one value for each cluster: who leads needs no Lease for each release.
 *
 * Besides it should share between all releases of a cluster: one client, one `Discovery` (kept true by `followDiscovery`)
 * and one `ReleaseStore` with `KnownRevisions`, which knows from a watch what there is. A release of four objects is then
 * installed by six requests: its record as pending, four applies, its record as deployed. What is drawn or looked up by
 * its templates costs two more, because it has to be remembered.
 *
 * What is different: the intent is a label of the pending record instead of a Secret of ours, so whoever leads next goes on
 * from the wish that the operator keeps; and objects that are somebody else's are found when they are applied, not before
 * the first one is. They are never written to in either case.
 */
export function leaderPorts(leadership: Leadership): LeaderPorts {
  const held = new Set<string>()
  const hold: HoldRelease = async ({ namespace, name }, act, signal) => {
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
  return { hold }
}
