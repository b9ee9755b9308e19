import { parseConstraint, satisfies } from '../../formats/semver/constraint.ts'
import { parseVersion } from '../../formats/semver/version.ts'
import { trimSpace } from '../../formats/unicode/space.ts'
import type { Chart, Table } from '../chart.ts'
import { importValues } from './import-values.ts'
import type { Dependency } from '../load/metadata.ts'
import { coalesceValues, type Warn } from '../values/coalesce.ts'
import { leafAt, tableAt } from '../values/table.ts'

/**
 * The chart with the subcharts that its declarations, conditions and tags leave enabled for these
 * values, aliases applied, and values imported from children.
 */
export function resolveDependencies(chart: Chart, values: Table, warn: Warn): Chart {
  return importValues(enableDependencies(chart, values, '', warn), warn)
}

function enableDependencies(chart: Chart, values: Table, path: string, warn: Warn): Chart {
  const declared = chart.metadata.dependencies
  if (declared === undefined) return chart
  const candidates = matchDeclarations(chart.dependencies, declared)
  const renamed = declared.map((one) => ({
    ...one,
    name: one.alias === '' ? one.name : one.alias,
    enabled: true,
  }))
  const matched = withDependencies(chart, candidates, renamed)
  const completed = coalesceValues(matched, values, 'coalesce', warn)
  const judged = renamed.map((one) => judge(one, completed, path, warn))
  const disabled = new Set(judged.filter((one) => !one.enabled).map((one) => one.name))
  const enabled = candidates
    .filter((sub) => !disabled.has(sub.metadata.name))
    .map((sub) => enableDependencies(sub, completed, `${path}${sub.metadata.name}.`, warn))
  return withDependencies(
    chart,
    enabled,
    judged.filter((one) => !disabled.has(one.name)),
  )
}

/** Charts nobody declared stay, in front; each declaration takes the first chart that fits. */
function matchDeclarations(charts: readonly Chart[], declared: readonly Dependency[]): Chart[] {
  const undeclared = charts.filter((chart) => !declared.some((one) => fits(chart, one)))
  const matched = declared.flatMap((one) => {
    const chart = charts.find((candidate) => fits(candidate, one))
    if (chart === undefined) return []
    return one.alias === '' ? [chart] : [renameChart(chart, one.alias)]
  })
  return [...undeclared, ...matched]
}

function fits(chart: Chart, dependency: Dependency): boolean {
  return (
    chart.metadata.name === dependency.name && isInRange(dependency.version, chart.metadata.version)
  )
}

/** Whether a version lies in a range; a range or version that cannot be read does not fit. */
function isInRange(range: string, version: string): boolean {
  const constraint = parseConstraint(range)
  const parsed = parseVersion(version)
  return constraint.ok && parsed.ok && satisfies(constraint.value, parsed.value)
}

function renameChart(chart: Chart, name: string): Chart {
  return { ...chart, metadata: { ...chart.metadata, name } }
}

function withDependencies(
  chart: Chart,
  dependencies: readonly Chart[],
  declared: readonly Dependency[],
): Chart {
  // Helm's list becomes nil when nothing is left, which counts as not declared.
  const metadata = {
    ...chart.metadata,
    dependencies: declared.length === 0 ? undefined : declared,
  }
  return { ...chart, metadata, dependencies }
}

function judge(dependency: Dependency, values: Table, path: string, warn: Warn): Dependency {
  const byTags = judgeTags(dependency, values, warn)
  return { ...dependency, enabled: judgeConditions(dependency, values, path, warn) ?? byTags }
}

function judgeTags(dependency: Dependency, values: Table, warn: Warn): boolean {
  const tags = tableAt(values, 'tags')
  if (tags === undefined) return true
  const verdicts = dependency.tags.flatMap((tag) => {
    if (!tags.has(tag)) return []
    const value = tags.get(tag)
    if (typeof value === 'boolean') return [value]
    warn(`returned non-bool value tag=${tag} chart=${dependency.name}`)
    return []
  })
  return verdicts.length === 0 || verdicts.includes(true)
}

function judgeConditions(
  dependency: Dependency,
  values: Table,
  path: string,
  warn: Warn,
): boolean | undefined {
  for (const condition of trimSpace(dependency.condition).split(',')) {
    if (condition === '') continue
    const value = leafAt(values, path + condition)
    if (typeof value === 'boolean') return value
    if (value !== undefined) {
      warn(`returned non-bool value path=${condition} chart=${dependency.name}`)
    }
  }
  return undefined
}
