import { compareVersions } from '../../../formats/semver/compare.ts'
import { incrementPatch, parseStrictVersion, versionText } from '../../../formats/semver/version.ts'
import { type Verdict, failed, passed } from './report/report.ts'

/** Everything that decides whether the version of a chart will do. */
export interface VersionFacts {
  readonly version: string
  /** The chart at the base commit; undefined when it is new, or nothing is compared. */
  readonly base: { readonly version: string; readonly isSamePackage: boolean } | undefined
  /** The package of this version in the repository of releases. */
  readonly released: 'absent' | 'same' | 'other' | 'unknown'
}

/** Judges the version of a chart: whatever changes a package needs a higher one, and a released one stays as it is. */
export function judgeVersion({ version, base, released }: VersionFacts): Verdict {
  const now = parseStrictVersion(version)
  if (!now.ok) return failed(`${version} is no semantic version such as 1.2.3`)
  if (released === 'other') {
    return failed(
      `${version} is released already with other content: raise version in Chart.yaml, to ${next(version)} at least`,
    )
  }
  if (base === undefined) return passed(released === 'same' ? 'released already' : 'new')
  const before = parseStrictVersion(base.version)
  const order = before.ok ? compareVersions(now.value, before.value) : 1
  if (order < 0) {
    return failed(`${version} is lower than ${base.version} before: a version never goes back`)
  }
  if (order === 0 && !base.isSamePackage) {
    return failed(
      `the chart has changed and its version is still ${version}: raise version in Chart.yaml, to ${next(version)} at least`,
    )
  }
  return passed(order === 0 ? 'the package is the same' : `${base.version} → ${version}`)
}

function next(version: string): string {
  const parsed = parseStrictVersion(version)
  return parsed.ok ? versionText(incrementPatch(parsed.value)) : version
}
