import type { Profile } from '../../kinds/profile.ts'
import { matchesLabels } from '../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../objects/selector/read-label-selector.ts'

/** The profiles of a cluster with these labels, those with the highest priority first; of equal ones by name. */
export function matchingProfiles(
  profiles: readonly Profile[],
  labels: Readonly<Record<string, string>>,
): readonly Profile[] {
  return profiles
    .filter(({ metadata, spec }) => {
      if (metadata.deletionTimestamp !== undefined) return false
      const selector = readLabelSelector(spec.clusterSelector)
      return matchesLabels(selector, labels)
    })
    .toSorted(
      (one, other) =>
        other.spec.priority - one.spec.priority ||
        (one.metadata.name < other.metadata.name ? -1 : 1),
    )
}
