import type { Cluster } from '../../../kinds/cluster.ts'
import type { Finding } from '../../../kinds/conditions.ts'
import type { Profile } from '../../../kinds/profile.ts'
import { matchingProfiles } from '../../clusters/matching-profiles.ts'
import type { DesiredStatus } from '../../pass/apply-status.ts'

const mostClusters = 1024

/** The observation of a pass over a Profile. */
export interface SeenProfile {
  readonly profile: Profile
  readonly clusters: readonly Cluster[]
}

/** Which clusters a Profile applies to. */
export function statusOf({ profile, clusters }: SeenProfile): DesiredStatus {
  const names = clusters
    .filter(({ metadata }) => matchingProfiles([profile], metadata.labels).length > 0)
    .map(({ metadata }) => metadata.name)
    .toSorted((one, other) => (one < other ? -1 : 1))
  const observedGeneration = profile.metadata.generation
  const message = `applies to ${names.length} clusters`
  const about = { reason: 'Valid', message, observedGeneration } as const
  const findings: readonly Finding[] = [
    { type: 'Ready', status: 'True', ...about },
    { type: 'Valid', status: 'True', ...about },
  ]
  return { findings, fields: names.length === 0 ? {} : { clusters: names.slice(0, mostClusters) } }
}
