import type { Cluster } from '../../kinds/cluster.ts'

/** The cluster that the operator runs on: of those that say so the oldest, whatever order they are listed in. */
export function ownCluster(clusters: readonly Cluster[]): Cluster | undefined {
  return clusters
    .filter(({ spec }) => spec.inCluster)
    .toSorted((one, other) => (ageKey(one) < ageKey(other) ? -1 : 1))[0]
}

function ageKey({ metadata: { creationTimestamp, name } }: Cluster): string {
  return `${creationTimestamp} ${name}`
}
