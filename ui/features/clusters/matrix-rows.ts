import { compareVersions } from '../../../src/formats/semver/compare.ts'
import { parseVersion } from '../../../src/formats/semver/version.ts'

interface Installed {
  readonly extension: string
  readonly cluster: string
  readonly version: string
  readonly key: string
  readonly isReady: boolean
}

export interface Cell extends Installed {
  /** Whether another cluster has a newer version. */
  readonly isBehind: boolean
}

export interface MatrixRow {
  readonly cluster: string
  /** By extension; undefined where it is not installed. */
  readonly cells: readonly (Cell | undefined)[]
}

/** Clusters by extensions, the version in each cell. */
export function matrixOf(installed: readonly Installed[]): {
  readonly extensions: readonly string[]
  readonly rows: readonly MatrixRow[]
} {
  const extensions = [...new Set(installed.map(({ extension }) => extension))].toSorted()
  const clusters = [...new Set(installed.map(({ cluster }) => cluster))].toSorted()
  const newest = new Map(
    extensions.map((extension) => {
      const versions = installed.filter((one) => one.extension === extension)
      const sorted = versions.map(({ version }) => version).toSorted(compare)
      return [extension, sorted.at(-1) ?? '']
    }),
  )
  const rows = clusters.map((cluster) => ({
    cluster,
    cells: extensions.map((extension) => {
      const found = installed.find((one) => one.cluster === cluster && one.extension === extension)
      if (found === undefined) return undefined
      return { ...found, isBehind: compare(found.version, newest.get(extension) ?? '') < 0 }
    }),
  }))
  return { extensions, rows }
}

function compare(one: string, other: string): number {
  const [left, right] = [parseVersion(one), parseVersion(other)]
  if (!left.ok || !right.ok) return one < other ? -1 : one > other ? 1 : 0
  return compareVersions(left.value, right.value)
}
