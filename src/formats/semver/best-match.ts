import { compareVersions } from './compare.ts'
import { satisfies, type Constraint } from './constraint.ts'
import type { Version } from './version.ts'

/** The highest version in the range; among versions that differ only in metadata the first given. */
export function bestMatch(
  constraint: Constraint,
  versions: readonly Version[],
): Version | undefined {
  let best: Version | undefined
  for (const version of versions) {
    const isBetter = best === undefined || compareVersions(version, best) > 0
    if (isBetter && satisfies(constraint, version)) best = version
  }
  return best
}
