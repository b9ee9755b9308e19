import { compareVersions } from '../../../formats/semver/compare.ts'
import { type Version, parseStrictVersion } from '../../../formats/semver/version.ts'

/** The release that users upgrade from: the highest one below a version, a pre-release only when there is nothing else. */
export function choosePrevious(versions: readonly string[], version: string): string | undefined {
  const now = parseStrictVersion(version)
  const lower = versions
    .flatMap((text) => {
      const parsed = parseStrictVersion(text)
      return parsed.ok ? [{ text, parsed: parsed.value }] : []
    })
    .filter(({ parsed }) => now.ok && compareVersions(parsed, now.value) < 0)
    .toSorted((one, other) => compareVersions(other.parsed, one.parsed))
  return (lower.find(({ parsed }) => isStable(parsed)) ?? lower[0])?.text
}

function isStable({ prerelease }: Version): boolean {
  return prerelease === ''
}
