import { compareStrings } from '../../../formats/go-string.ts'
import { type Constraint, parseConstraint, satisfies } from '../../../formats/semver/constraint.ts'
import { compareVersions } from '../../../formats/semver/compare.ts'
import { type Version, parseVersion } from '../../../formats/semver/version.ts'
import { SourceError } from '../../../sources/errors.ts'
import { openIndex } from '../../../sources/repository/index/cached-index.ts'
import type { IndexChart, IndexRow } from '../../../sources/repository/index/index-row.ts'
import { UsageError } from '../../errors.ts'

/** Where in a chart's texts something is, or undefined; the texts are joined to one line. */
export type Match = (line: string) => number | undefined

export interface Search {
  /** Undefined finds everything. */
  readonly match: Match | undefined
  /** Which versions count. */
  readonly range: string
  readonly versions: 'best' | 'all'
}

export interface FoundChart {
  /** REPOSITORY/NAME. */
  readonly name: string
  readonly row: IndexRow
}

interface Ranked extends FoundChart {
  /** In which text it was found: 0 is the chart's name, which is best. */
  readonly score: number
  readonly version: Version
}

/**
 * Searches cached indexes as helm search repo does, chart by chart: only what is found is kept. `warn` is
 * named if their index is missing.
 */
export async function searchRepositories(
  search: Search,
  place: { readonly names: readonly string[]; readonly folder: string },
  warn: (message: string) => void,
  signal: AbortSignal,
): Promise<readonly FoundChart[]> {
  const constraint = readRange(search.range)
  const found: Ranked[] = []
  for (const name of place.names) {
    try {
      const index = await openIndex({ name, folder: place.folder }, signal)
      for await (const chart of index.charts(signal)) {
        found.push(...rank(chart, name, search, constraint))
      }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      warn(`repo ${name} is corrupt or missing: ${error.message}`)
    }
  }
  return found.toSorted(byRank)
}

/** A search for a text, whatever its case. */
export function matchText(text: string): Match {
  const wanted = text.toLowerCase()
  return (line) => {
    const index = line.toLowerCase().indexOf(wanted)
    return index < 0 ? undefined : index
  }
}

function readRange(range: string): Constraint {
  const parsed = parseConstraint(range)
  if (parsed.ok) return parsed.value
  const message = `--version ${range} is no version and no range of versions: ${parsed.error}`
  throw new UsageError('bad-value', message)
}

function rank(
  { name, versions }: IndexChart,
  repository: string,
  { match, versions: wanted }: Search,
  constraint: Constraint,
): readonly Ranked[] {
  const fitting = versions.flatMap((row): readonly Ranked[] => {
    const score = scoreOf(row, repository, match)
    const version = score === undefined ? undefined : parseVersion(row.version)
    if (score === undefined || !version?.ok || !satisfies(constraint, version.value)) return []
    return [{ name: `${repository}/${name}`, row, score, version: version.value }]
  })
  return wanted === 'all' ? fitting : fitting.toSorted(byRank).slice(0, 1)
}

const separator = '\v'

/** The texts of a chart in the order of their weight: names first, then what is said about it. */
function scoreOf(row: IndexRow, repository: string, match: Match | undefined): number | undefined {
  if (match === undefined) return 0
  const texts = [row.name, `${repository}/${row.name}`, row.description, row.keywords.join(' ')]
  const line = texts.join(separator)
  const index = match(line)
  return index === undefined ? undefined : line.slice(0, index).split(separator).length - 1
}

function byRank(one: Ranked, other: Ranked): number {
  if (one.score !== other.score) return one.score - other.score
  if (one.name !== other.name) return compareStrings(one.name, other.name)
  return compareVersions(other.version, one.version)
}
