import { type Json, fieldOf } from '../../objects/json.ts'
import { readApplications } from '../applications/read-application.ts'
import { ExpansionError, type PackageProblem, problemText } from '../errors.ts'
import type { Package } from '../package/open-package.ts'
import { readText } from '../package/tree.ts'
import { readYamlFile, yamlDocuments } from '../package/yaml-lines.ts'
import { type PackageChart, readCharts } from './check-charts.ts'
import { checkImages } from './check-images.ts'
import { checkLists } from './check-lists.ts'
import { checkStepNames } from './check-step-names.ts'

/** A package that was looked at, with everything that is wrong with it. */
export interface CheckedPackage {
  readonly opened: Package
  readonly charts: readonly PackageChart[]
  readonly problems: readonly PackageProblem[]
}

/** Looks at all of a package and names every problem at once; nothing is changed. */
export async function checkPackage(
  opened: Package,
  workspace: string,
  signal: AbortSignal,
): Promise<CheckedPackage> {
  const { declaration, tree } = opened
  const { charts, problems: ofCharts } = await readCharts(opened, signal)
  const { applications, problems: ofApplications } = await readApplications(opened)
  const found = [
    ...declaration.problems,
    ...opened.problems,
    ...checkName(opened),
    ...checkStepNames(declaration),
    ...checkLists(tree, declaration),
    ...ofCharts,
    ...(await checkImages(opened, workspace, signal)),
    ...ofApplications,
    ...(await checkManifests(opened)),
    ...applications.flatMap(({ file, chart }) => checkChart(file, chart, charts)),
  ]
  return { opened, charts, problems: found.toSorted(inOrder) }
}

/** Fails with every error of a package in the message; warnings keep nobody from using it. */
export function refuseProblems(problems: readonly PackageProblem[]): void {
  const errors = problems.filter(({ level }) => level === 'error')
  if (errors.length === 0) return
  const lines = errors.map((one) => `  ${problemText(one)}`)
  const message = `the package has ${errors.length} problem${errors.length === 1 ? '' : 's'}:\n${lines.join('\n')}`
  throw new ExpansionError('problems', message, { problems: errors })
}

const namePattern = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/

function checkName({ declaration }: Package): readonly PackageProblem[] {
  const { content, placeOf } = declaration
  return (['expansion_name', 'registry_namespace'] as const).flatMap(
    (key): readonly PackageProblem[] => {
      const value = content[key]
      const isGood = value === undefined || value.split('/').every((part) => namePattern.test(part))
      if (isGood && !(key === 'expansion_name' && value?.includes('/'))) return []
      const message = `${key} is ${JSON.stringify(value)}; wanted lower-case letters, digits, - and .`
      return [{ ...placeOf(key), message, level: 'error' }]
    },
  )
}

async function checkManifests({ tree, declaration }: Package): Promise<PackageProblem[]> {
  const problems: PackageProblem[] = []
  for (const item of declaration.content.manifests) {
    const file = `manifests/${item}`
    if (tree.entries.get(file)?.kind !== 'file') continue
    const text = (await readText(tree, file)) ?? ''
    for (const { start, document } of yamlDocuments(text)) {
      const read = readYamlFile(document)
      const line = start + (read.ok ? read.file.lineOf([]) : read.line)
      const message = read.ok ? objectProblem(read.file.value) : read.message
      if (message !== undefined) problems.push({ file, line, message, level: 'error' })
    }
  }
  return problems
}

/** The reason why a document is no object of Kubernetes; an empty one is none and does no harm. */
function objectProblem(value: Json): string | undefined {
  if (value === null) return undefined
  const lacks = ['apiVersion', 'kind', 'metadata.name'].filter((path) => {
    const found = path.split('.').reduce<Json | undefined>(fieldOf, value)
    return typeof found !== 'string' || found === ''
  })
  const isList = fieldOf(value, 'kind') === 'List' && lacks.length === 1
  if (lacks.length === 0 || isList) return undefined
  return `is no object of Kubernetes: it has no ${lacks.join(' and no ')}`
}

function checkChart(
  file: string,
  { group, name, version }: { group: string; name: string; version: string | undefined },
  charts: readonly PackageChart[],
): readonly PackageProblem[] {
  const named = charts.filter((one) => one.group === group && one.name === name)
  if (named.some((one) => version === undefined || one.version === version)) return []
  const others = named.map((one) => one.version).join(', ')
  const has = others === '' ? '' : `; it has ${others}`
  const shown = `chart ${group}/${name}${version === undefined ? '' : ` ${version}`}`
  const message = `${shown} is not in the package${has}: the site must have it`
  return [{ file, line: 1, message, level: 'warning' }]
}

function inOrder(a: PackageProblem, b: PackageProblem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return (a.line ?? 0) - (b.line ?? 0)
}
