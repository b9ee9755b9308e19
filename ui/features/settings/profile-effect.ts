import type { Cluster } from '../../../src/kinds/cluster.ts'
import type { ExtensionInstance } from '../../../src/kinds/extension-instance.ts'
import type { Profile } from '../../../src/kinds/profile.ts'
import { matchingProfiles } from '../../../src/operator/clusters/matching-profiles.ts'
import {
  type ProfileInstances,
  profileInstancesOf,
} from '../../../src/operator/kinds/cluster/profile-instances.ts'

export interface ProfileContext {
  readonly profiles: readonly Profile[]
  readonly clusters: readonly Cluster[]
  readonly instances: readonly ExtensionInstance[]
}

/** The meaning of a changed profile for one cluster. */
export interface ClusterEffect {
  readonly cluster: string
  /** Whether the profile applied to it before, and whether it does afterwards. */
  readonly applied: boolean
  readonly applies: boolean
  /** Instances that would be written which are not to be written now. */
  readonly created: readonly string[]
  readonly putBack: readonly string[]
  /** Instances that profiles no longer give; they stay until somebody deletes them. */
  readonly released: readonly string[]
  readonly obstacles: readonly string[]
}

/** The meaning of a profile for every cluster that it applies to, or applied to, before it is saved: by the operator's own decision. */
export function profileEffect(changed: Profile, context: ProfileContext): readonly ClusterEffect[] {
  const { name } = changed.metadata
  const others = context.profiles.filter(({ metadata }) => metadata.name !== name)
  return context.clusters.flatMap((cluster) => {
    const { labels } = cluster.metadata
    const isFor = (profiles: readonly Profile[]) =>
      matchingProfiles(profiles, labels).some(({ metadata }) => metadata.name === name)
    const [applied, applies] = [isFor(context.profiles), isFor([changed])]
    if (!applied && !applies) return []
    const before = given(cluster, context.profiles, context.instances)
    const after = given(cluster, [...others, changed], context.instances)
    const known = new Set(before.write.map((one) => one.name))
    const fresh = after.write.filter((one) => !known.has(one.name))
    const remaining = new Set(after.names)
    return [
      {
        cluster: cluster.metadata.name,
        applied,
        applies,
        created: fresh.filter(({ write }) => write === 'create').map((one) => one.name),
        putBack: fresh.filter(({ write }) => write === 'put-back').map((one) => one.name),
        released: before.names.filter((one) => !remaining.has(one)),
        obstacles: after.obstacles,
      },
    ]
  })
}

function given(
  cluster: Cluster,
  profiles: readonly Profile[],
  all: readonly ExtensionInstance[],
): ProfileInstances {
  const { name, labels } = cluster.metadata
  const { namespace, inCluster } = cluster.spec
  const instances = all.filter(({ spec }) =>
    spec.cluster === undefined ? inCluster : spec.cluster === name,
  )
  const instanceAt = (wanted: string) =>
    all.find(({ metadata }) => metadata.namespace === namespace && metadata.name === wanted)
  return profileInstancesOf({
    cluster,
    profiles: matchingProfiles(profiles, labels),
    instances,
    instanceAt,
  })
}
