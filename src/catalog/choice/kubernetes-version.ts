import { parseConstraint, satisfies } from '../../formats/semver/constraint.ts'
import { type Version, parseVersion } from '../../formats/semver/version.ts'

/** A version of Kubernetes; only its numbers count. */
export interface KubernetesVersion {
  readonly major: string
  readonly minor: string
  readonly patch: string
  readonly version: Version
}

/** Reads `1.31`, `v1.31.4` or `v1.31.4-gke.100+x`; undefined when there are no numbers to read. */
export function parseKubernetesVersion(text: string): KubernetesVersion | undefined {
  const [, major = '', minor = '', patch = '0'] =
    /^\s*v?(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?/.exec(text) ?? []
  const parsed = parseVersion(`${major}.${minor}.${patch}`)
  return parsed.ok ? { major, minor, patch, version: parsed.value } : undefined
}

/** Whether a version is of a later minor than another one; not when one of them cannot be read. */
export function isLaterMinor(one: string, other: string): boolean {
  const [left, right] = [parseKubernetesVersion(one), parseKubernetesVersion(other)]
  if (left === undefined || right === undefined) return false
  const [major, minor] = [
    Number(left.major) - Number(right.major),
    Number(left.minor) - Number(right.minor),
  ]
  return major > 0 || (major === 0 && minor > 0)
}

/** Whether a version lies in a range such as `>=1.29 <1.33`; `1.31` is all of 1.31. */
export type RangeOutcome = 'fits' | 'does-not-fit' | { readonly problem: string }

/** Whether a version of Kubernetes lies in a range. A range that makes no sense is a problem, not an error. */
export function fitsRange(range: string, { version }: KubernetesVersion): RangeOutcome {
  const constraint = parseConstraint(range)
  if (!constraint.ok) return { problem: `"${range}" is no range of versions` }
  return satisfies(constraint.value, version) ? 'fits' : 'does-not-fit'
}
