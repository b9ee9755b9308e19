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
  /** Names of extensions that it gives and that do not exist. */
  readonly unknown: readonly string[]
}

/** Which clusters a Profile applies to. */
export function statusOf({ profile, clusters, unknown }: SeenProfile): DesiredStatus {
  const names = clusters
    .filter(({ metadata }) => matchingProfiles([profile], metadata.labels).length > 0)
    .map(({ metadata }) => metadata.name)
    .toSorted((one, other) => (one < other ? -1 : 1))
  const observedGeneration = profile.metadata.generation
  const applies = `applies to ${names.length} clusters`
  const isValid = unknown.length === 0
  const missing = `${unknown.length === 1 ? 'Extension' : 'Extensions'} ${unknown.join(', ')}`
  const verb = unknown.length === 1 ? 'does' : 'do'
  const about = isValid
    ? ({ reason: 'Valid', message: applies, observedGeneration } as const)
    : ({
        reason: 'ExtensionNotFound',
        message: `waits for ${missing}, which ${verb} not exist; the rest ${applies}`,
        observedGeneration,
      } as const)
  const status = isValid ? 'True' : 'False'
  const findings: readonly Finding[] = [
    { type: 'Ready', status, ...about },
    { type: 'Valid', status, ...about },
  ]
  return { findings, fields: names.length === 0 ? {} : { clusters: names.slice(0, mostClusters) } }
}
