import type { Cluster } from '../../../kinds/cluster.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import { matchingProfiles } from '../../clusters/matching-profiles.ts'
import { ownCluster } from '../../clusters/own-cluster.ts'
import {
  bestInstance,
  instanceKey,
  isElsewhere,
  specToPutBack,
  strongestOffers,
} from '../../clusters/profile-offers.ts'
import type { InstanceReads } from './context.ts'

type Stores = Pick<InstanceReads, 'clusters' | 'profiles' | 'instances'>

/**
 * The Profile that will put the spec of an instance back, because it enforces another one; undefined for none. A spec that
 * was applied already changes nothing, and is not looked at.
 */
export function enforcingProfile(instance: ExtensionInstance, stores: Stores): string | undefined {
  const { metadata, spec, status } = instance
  if (status.appliedGeneration === metadata.generation) return undefined
  const cluster = clusterOf(instance, stores)
  if (cluster === undefined || metadata.namespace !== cluster.spec.namespace) return undefined
  const profiles = matchingProfiles(stores.profiles.values(), cluster.metadata.labels)
  const heard = strongestOffers(profiles).find(({ offer }) => offer.extension === spec.extension)
  if (heard?.offer.mode !== 'enforced' || isElsewhere(instance, heard.offer)) return undefined
  const best = bestInstance(instancesOn(cluster, spec.extension, stores), cluster)
  if (best === undefined || instanceKey(best) !== instanceKey(instance)) return undefined
  return specToPutBack(instance, heard.offer) === undefined ? undefined : heard.profile
}

/** The Cluster whose pass writes what profiles say; undefined where nobody does. */
function clusterOf({ spec }: ExtensionInstance, { clusters }: Stores): Cluster | undefined {
  const own = ownCluster(clusters.values())
  const found = spec.cluster === undefined ? own : clusters.value(spec.cluster)
  if (found === undefined || found.metadata.deletionTimestamp !== undefined) return undefined
  if (found.spec.inCluster && found.metadata.name !== own?.metadata.name) return undefined
  const { skipConditions, delegateConditions } = found.spec.features
  const left = [...skipConditions, ...delegateConditions]
  return left.includes('EnsureProfiles') ? undefined : found
}

function instancesOn(
  { metadata, spec }: Cluster,
  extension: string,
  { instances }: Stores,
): readonly ExtensionInstance[] {
  return instances
    .by('extension', extension)
    .filter(({ spec: { cluster } }) =>
      cluster === undefined ? spec.inCluster : cluster === metadata.name,
    )
}
