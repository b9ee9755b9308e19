import { compareVersions } from '../../../src/formats/semver/compare.ts'
import { parseVersion } from '../../../src/formats/semver/version.ts'
import { type State, stateOrder } from '../../components/state-of.ts'

interface Installed {
  readonly extension: string
  readonly cluster: string
  readonly version: string
  readonly key: string
  readonly state: State
  /** A newer version that the catalogue has for it; empty for none. */
  readonly available: string
}

/** The instances of an extension on a cluster that have the same version. */
export interface Cell {
  readonly version: string
  readonly extension: string
  readonly keys: readonly string[]
  /** Of the one that needs a person most. */
  readonly state: State
  /** The newest version that the catalogue or another cluster has, where that is a newer one; empty otherwise. */
  readonly behind: string
}

export interface MatrixRow {
  readonly cluster: string
  /** By extension: every version of it on the cluster, the oldest first. */
  readonly cells: readonly (readonly Cell[])[]
}

/** Clusters by extensions, the versions in each cell. Clusters that have nothing yet have a row, too. */
export function matrixOf(
  installed: readonly Installed[],
  clusters: readonly string[],
): {
  readonly extensions: readonly string[]
  readonly rows: readonly MatrixRow[]
} {
  const extensions = [...new Set(installed.map(({ extension }) => extension))].toSorted()
  const names = [...new Set([...clusters, ...installed.map(({ cluster }) => cluster)])].toSorted()
  const byExtension = Map.groupBy(installed, ({ extension }) => extension)
  const newest = new Map(
    extensions.map((extension) => {
      const versions = (byExtension.get(extension) ?? []).flatMap(({ version, available }) => [
        version,
        available,
      ])
      return [extension, versions.toSorted(compare).at(-1) ?? '']
    }),
  )
  const rows = names.map((cluster) => ({
    cluster,
    cells: extensions.map((extension) => {
      const here = (byExtension.get(extension) ?? []).filter((one) => one.cluster === cluster)
      return cellsOf(here, newest.get(extension) ?? '')
    }),
  }))
  return { extensions, rows }
}

function cellsOf(instances: readonly Installed[], newest: string): readonly Cell[] {
  return [...Map.groupBy(instances, ({ version }) => version)]
    .toSorted(([one], [other]) => compare(one, other))
    .map(([version, own]) => ({
      version,
      extension: own[0]?.extension ?? '',
      keys: own.map(({ key }) => key),
      state: stateOrder.find((state) => own.some((one) => one.state === state)) ?? 'unknown',
      // Nothing is known of one whose version is not known yet.
      behind: version !== '' && compare(version, newest) < 0 ? newest : '',
    }))
}

function compare(one: string, other: string): number {
  const [left, right] = [parseVersion(one), parseVersion(other)]
  if (!left.ok || !right.ok) return one < other ? -1 : one > other ? 1 : 0
  return compareVersions(left.value, right.value)
}
