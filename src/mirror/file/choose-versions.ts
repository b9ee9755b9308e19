import { compareVersions } from '../../formats/semver/compare.ts'
import { parseConstraint, satisfies } from '../../formats/semver/constraint.ts'
import { type Version, parseVersion } from '../../formats/semver/version.ts'
import { MirrorError } from '../errors.ts'

/** The newest versions of each range, highest first; none at all for a range is an error that names it. */
export function chooseVersions(
  offered: readonly string[],
  ranges: readonly string[],
  latest: number,
): readonly string[] {
  const known = offered.flatMap((text) => {
    const version = parseVersion(text)
    return version.ok ? [{ text, version: version.value }] : []
  })
  const sorted = known.toSorted((a, b) => compareVersions(b.version, a.version))
  const chosen = ranges.flatMap((range) => newest(sorted, range, latest))
  const wanted = new Set(chosen)
  return sorted.flatMap(({ text }) => (wanted.has(text) ? [text] : []))
}

interface Offered {
  readonly text: string
  readonly version: Version
}

function newest(sorted: readonly Offered[], range: string, latest: number): readonly string[] {
  const constraint = parseConstraint(range)
  if (!constraint.ok) {
    throw new MirrorError('bad-file', `${JSON.stringify(range)} is no range: ${constraint.error}`)
  }
  const fit = sorted.filter(({ version }) => satisfies(constraint.value, version))
  if (fit.length > 0) return fit.slice(0, latest).map(({ text }) => text)
  const few = sorted.slice(0, 5).map(({ text }) => text)
  const found = few.length === 0 ? 'there are none' : `the newest are ${few.join(', ')}`
  throw new MirrorError('not-found', `no version is in the range ${range}; ${found}`)
}
