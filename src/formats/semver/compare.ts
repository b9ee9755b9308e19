import { parseUint64 } from '../parse-number.ts'
import type { Version } from './version.ts'

/** The order of versions: negative, zero or positive. Metadata does not count. */
export function compareVersions(a: Version, b: Version): number {
  return (
    compareNumbers(a.major, b.major) ||
    compareNumbers(a.minor, b.minor) ||
    compareNumbers(a.patch, b.patch) ||
    compareReleases(a.prerelease, b.prerelease)
  )
}

/** The order of prerelease texts alone, part by part; a missing part comes first. */
export function comparePrereleases(a: string, b: string): number {
  if (a === b) return 0
  const left = a.split('.')
  const right = b.split('.')
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const order = compareParts(left[i] ?? '', right[i] ?? '')
    if (order !== 0) return order
  }
  return 0
}

function compareNumbers(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A release comes after all its prereleases. */
function compareReleases(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1
  return comparePrereleases(a, b)
}

function compareParts(a: string, b: string): number {
  if (a === b) return 0
  if (a === '' || b === '') return a === '' ? -1 : 1
  // A number that does not fit into 64 bits is text to the library.
  const left = parseUint64(a, 10)
  const right = parseUint64(b, 10)
  if (left.ok && right.ok) return left.value > right.value ? 1 : -1
  if (left.ok !== right.ok) return left.ok ? -1 : 1
  return a > b ? 1 : -1
}
