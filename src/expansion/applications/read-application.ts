import { readYamlMap } from '../../formats/yaml/read.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { encodeJson } from '../../formats/json/encode.ts'
import { assignSet } from '../../chart/values/set.ts'
import type { Table } from '../../chart/chart.ts'
import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../objects/json.ts'
import { parseJson } from '../../objects/json-text.ts'
import { isKubeObject, kindOf, nameOf, readPath, textAt } from '../../objects/kube-object.ts'
import type { PackageProblem } from '../errors.ts'
import { listedPath } from '../check/check-lists.ts'
import type { Package } from '../package/open-package.ts'
import { readText } from '../package/tree.ts'
import { readYamlFile } from '../package/yaml-lines.ts'

/** An application of a package: a chart that is installed with values. */
export interface Application {
  readonly name: string
  readonly file: string
  readonly chart: ApplicationChart
  readonly targetNamespace: string
  readonly releaseName: string
  /** Its own values, over those of `values.yaml`. */
  readonly values: JsonObject
  /** Further fields of a Plugin that were written as one. */
  readonly more: JsonObject
}

/** The chart of an application; the group says where it is. */
export interface ApplicationChart {
  readonly group: string
  readonly name: string
  readonly version: string | undefined
}

export interface ReadApplications {
  readonly applications: readonly Application[]
  readonly problems: readonly PackageProblem[]
}

/** Reads the applications of a package: an `App` of TKEStack or a Plugin of ours in each file. */
export async function readApplications({
  tree,
  declaration,
}: Pick<Package, 'tree' | 'declaration'>): Promise<ReadApplications> {
  const applications: Application[] = []
  const problems: PackageProblem[] = []
  for (const item of declaration.content.applications) {
    const file = listedPath('applications', item)
    if (tree.entries.get(file)?.kind !== 'file') continue
    const read = readYamlFile((await readText(tree, file)) ?? '')
    if (!read.ok) {
      problems.push({ file, line: read.line, message: read.message, level: 'error' })
      continue
    }
    const found = applicationOf(read.file.value, file)
    if (typeof found === 'string') problems.push({ file, line: 1, message: found, level: 'error' })
    else applications.push(found)
  }
  return { applications, problems: [...problems, ...sameNames(applications)] }
}

function sameNames(applications: readonly Application[]): readonly PackageProblem[] {
  const seen = new Map<string, string>()
  return applications.flatMap(({ name, file }): readonly PackageProblem[] => {
    const before = seen.get(name)
    seen.set(name, file)
    if (before === undefined) return []
    return [{ file, line: 1, message: `${name} is in ${before} as well`, level: 'error' }]
  })
}

function applicationOf(value: Json, file: string): Application | string {
  if (!isKubeObject(value)) return 'is no object; wanted an App or a Plugin'
  const { group, kind } = kindOf(value)
  if (group === 'application.tkestack.io' && kind === 'App') return fromApp(value, file)
  if (group === 'outrigger.dev' && kind === 'Plugin') return fromPlugin(value, file)
  return `is ${kind} of ${group === '' ? 'the core' : group}; wanted an App or a Plugin`
}

function fromApp(app: JsonObject, file: string): Application | string {
  const at = (...path: readonly string[]) => textAt(app, ['spec', ...path])
  const type = at('type')
  if (type !== '' && type !== 'HelmV3') return `spec.type is ${type}; wanted HelmV3`
  const chart = at('chart', 'chartName')
  if (chart === '') return 'spec.chart.chartName is required'
  const name = at('name') || nameOf(app)
  if (name === '') return 'spec.name is required'
  const values = appValues(readPath(app, ['spec', 'values']))
  if (typeof values === 'string') return values
  return {
    name,
    file,
    chart: {
      group: at('chart', 'chartGroupName') || 'public',
      name: chart,
      version: at('chart', 'chartVersion') || undefined,
    },
    targetNamespace: at('targetNamespace') || 'default',
    releaseName: name,
    values,
    more: {},
  }
}

function appValues(spec: Json | undefined): JsonObject | string {
  const table: Table = new Map()
  const raw = textAt(spec, ['rawValues'])
  try {
    for (const [key, value] of readYamlMap(plainText(raw))) table.set(key, value)
    const pairs = readPath(spec, ['values'])
    for (const pair of isJsonList(pairs) ? pairs : []) {
      if (typeof pair === 'string') assignSet(pair, table, { kind: 'typed' })
    }
  } catch (error) {
    return `spec.values cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  const json = parseJson(encodeJson(table, { html: false }))
  return isJsonObject(json) ? json : {}
}

// Stored Apps have their values in base64. A text that is a mapping as it stands is never decoded.
function plainText(raw: string): string {
  try {
    readYamlMap(raw)
    return raw
  } catch (error) {
    if (!(error instanceof YamlError) || !/^[A-Za-z0-9+/=\s]+$/.test(raw)) throw error
    return Buffer.from(raw, 'base64').toString('utf8')
  }
}

const ownFields = new Set([
  'repo',
  'name',
  'version',
  'values',
  'valuesText',
  'targetNamespace',
  'releaseName',
  'cluster',
])

function fromPlugin(plugin: JsonObject, file: string): Application | string {
  const spec = readPath(plugin, ['spec'])
  const name = nameOf(plugin)
  if (name === '') return 'metadata.name is required'
  const values = readPath(spec, ['values'])
  const text = textAt(spec, ['valuesText'])
  const read = text === '' ? values : appValues({ rawValues: text })
  if (typeof read === 'string') return read
  const more = Object.entries(isJsonObject(spec) ? spec : {}).filter(([key]) => !ownFields.has(key))
  return {
    name,
    file,
    chart: {
      group: textAt(spec, ['repo']) || 'expansion',
      name: textAt(spec, ['name']) || name,
      version: textAt(spec, ['version']) || undefined,
    },
    targetNamespace: textAt(spec, ['targetNamespace']) || 'default',
    releaseName: textAt(spec, ['releaseName']) || name,
    values: isJsonObject(read) ? read : {},
    more: Object.fromEntries(more),
  }
}
