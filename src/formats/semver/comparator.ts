// One comparison of a range, and the library's reason when a version does not pass it.

import { quote } from '../quote.ts'
import { comparePrereleases, compareVersions } from './compare.ts'
import { versionText, type Version } from './version.ts'

export type Operator = '' | '=' | '!=' | '>' | '<' | '>=' | '=>' | '<=' | '=<' | '~' | '~>' | '^'

export interface Comparator {
  readonly operator: Operator
  /** The version as written, wildcards included. */
  readonly text: string
  /** The version with zeros for wildcards and missing parts. */
  readonly version: Version
  /** The first part that is a wildcard or missing. */
  readonly wildcard: 'none' | 'major' | 'minor' | 'patch'
}

/** Why a version does not pass; undefined when it does. */
export function refusalOf(
  version: Version,
  comparator: Comparator,
  includesPrereleases: boolean,
): string | undefined {
  if (version.prerelease !== '' && !includesPrereleases) return prereleaseRefusal(version)
  const reason = tests[comparator.operator](version, comparator)
  if (reason === undefined) return undefined
  const [relation, remark = ''] = typeof reason === 'string' ? [reason] : reason
  return `${quote(versionText(version))} ${relation} ${quote(comparator.text)}${remark}`
}

/** The text that refuses a prerelease where only releases are wanted. */
export function prereleaseRefusal(version: Version): string {
  return `${quote(versionText(version))} is a prerelease version and the constraint is only looking for release versions`
}

/** How the version stands to the comparator's, with a remark after it; undefined when it passes. */
type Reason = string | readonly [relation: string, remark: string] | undefined
type Test = (version: Version, comparator: Comparator) => Reason

const tests: Readonly<Record<Operator, Test>> = {
  '': testTildeOrEqual,
  '=': testTildeOrEqual,
  '!=': testNotEqual,
  '>': testGreater,
  '<': testLess,
  '>=': testAtLeast,
  '=>': testAtLeast,
  '<=': testAtMost,
  '=<': testAtMost,
  '~': testTilde,
  '~>': testTilde,
  '^': testCaret,
}

const otherMajor = 'does not have same major version as'
const otherMinor = 'does not have same minor version as'

function testNotEqual(version: Version, comparator: Comparator): Reason {
  return isExcluded(version, comparator) ? 'is equal to' : undefined
}

function isExcluded(version: Version, { version: wanted, wildcard }: Comparator): boolean {
  if (wildcard === 'minor') return version.major === wanted.major
  if (wildcard !== 'patch') return compareVersions(version, wanted) === 0
  const isSameMinor = version.major === wanted.major && version.minor === wanted.minor
  return isSameMinor && comparePrereleases(version.prerelease, wanted.prerelease) === 0
}

function testGreater(version: Version, comparator: Comparator): Reason {
  return isGreater(version, comparator) ? undefined : 'is less than or equal to'
}

/** With a wildcard the version must be past all that the wildcard covers: 1.2.9 is not > 1.2. */
function isGreater(version: Version, { version: wanted, wildcard }: Comparator): boolean {
  if (wildcard === 'none' || wildcard === 'major') return compareVersions(version, wanted) > 0
  if (version.major !== wanted.major) return version.major > wanted.major
  return wildcard === 'patch' && version.minor > wanted.minor
}

function testLess(version: Version, { version: wanted }: Comparator): Reason {
  return compareVersions(version, wanted) < 0 ? undefined : 'is greater than or equal to'
}

function testAtLeast(version: Version, { version: wanted }: Comparator): Reason {
  return compareVersions(version, wanted) >= 0 ? undefined : 'is less than'
}

function testAtMost(version: Version, comparator: Comparator): Reason {
  return isAtMost(version, comparator) ? undefined : 'is greater than'
}

function isAtMost(version: Version, { version: wanted, wildcard }: Comparator): boolean {
  if (wildcard === 'none') return compareVersions(version, wanted) <= 0
  if (version.major !== wanted.major) return version.major < wanted.major
  return wildcard === 'minor' || version.minor <= wanted.minor
}

function testTilde(version: Version, { version: wanted, wildcard }: Comparator): Reason {
  if (compareVersions(version, wanted) < 0) return 'is less than'
  const isZero = wanted.major === 0n && wanted.minor === 0n && wanted.patch === 0n
  // ~0.0.0 and ~* take everything.
  if (isZero && (wildcard === 'none' || wildcard === 'major')) return undefined
  if (version.major !== wanted.major) return otherMajor
  if (version.minor === wanted.minor || wildcard === 'minor') return undefined
  return 'does not have same major and minor version as'
}

function testTildeOrEqual(version: Version, comparator: Comparator): Reason {
  if (comparator.wildcard !== 'none') return testTilde(version, comparator)
  return compareVersions(version, comparator.version) === 0 ? undefined : 'is not equal to'
}

function testCaret(version: Version, { version: wanted, wildcard }: Comparator): Reason {
  if (compareVersions(version, wanted) < 0) return 'is less than'
  if (version.major !== wanted.major) return otherMajor
  if (wanted.major > 0n || wildcard === 'minor') return undefined
  // Below 1.0.0 the first part that is not zero must stay.
  if (wanted.minor > 0n || wildcard === 'patch') {
    if (version.minor === wanted.minor) return undefined
    return [otherMinor, '. Expected minor versions to match when constraint major version is 0']
  }
  if (version.minor > 0n) return otherMinor
  if (version.patch === wanted.patch) return undefined
  return [
    'does not equal',
    '. Expect version and constraint to equal when major and minor versions are 0',
  ]
}
