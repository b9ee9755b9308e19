import { NamedMap, type Value } from '../../formats/value.ts'
import type { Capabilities } from '../../template/objects/capabilities.ts'
import { newFiles } from '../../template/objects/files.ts'
import type { TemplateSource } from '../../template/engine.ts'
import { fromBytes } from '../../formats/go-string.ts'
import type { Chart, Table } from '../chart.ts'
import { metadataValue } from '../load/metadata.ts'
import { isTable } from '../values/table.ts'

/** The facts that templates see as `.Release`. */
export interface ReleaseFacts {
  readonly name: string
  readonly namespace: string
  readonly revision: number
  readonly isUpgrade: boolean
  /** The opposite of isUpgrade unless given: for Helm's linter a release is neither. */
  readonly isInstall?: boolean
}

export interface RenderContext {
  readonly release: ReleaseFacts
  readonly capabilities: Capabilities
  /** Learns which files of the charts are looked into, such as `web/files/a.txt`. */
  readonly onFileRead?: (path: string) => void
}

const valuesType = 'common.Values'

/**
 * The templates of a chart and its subcharts, each with the top-level dot of its chart. A subchart's
 * `.Values` is the very table that its parent sees under the subchart's name.
 */
export function templateSources(
  chart: Chart,
  values: Table,
  context: RenderContext,
): TemplateSource[] {
  const sources: TemplateSource[] = []
  const shared = {
    release: releaseValue(context.release),
    capabilities: context.capabilities,
    onFileRead: context.onFileRead ?? (() => {}),
    sources,
  }
  addChart(chart, { values, path: chart.metadata.name, isRoot: true }, shared)
  return sources
}

interface ChartScope {
  readonly values: Table
  readonly path: string
  readonly isRoot: boolean
}

interface Shared {
  readonly release: Value
  readonly capabilities: Capabilities
  readonly onFileRead: (path: string) => void
  readonly sources: TemplateSource[]
}

function addChart(chart: Chart, place: ChartScope, shared: Shared): Value {
  const subcharts = new Map<string, Value>()
  const data = new NamedMap(
    valuesType,
    new Map<string, Value>([
      ...(chart.valuesAtTop === true ? place.values : []),
      ['Chart', metadataValue(chart.metadata, place.isRoot)],
      ['Files', filesValue(chart, (name) => shared.onFileRead(`${place.path}/${name}`))],
      ['Release', shared.release],
      ['Capabilities', shared.capabilities],
      ['Values', new NamedMap(valuesType, place.values)],
      ['Subcharts', subcharts],
    ]),
  )
  for (const sub of chart.dependencies) {
    const { name } = sub.metadata
    const below = {
      values: subchartTable(place.values, name),
      path: `${place.path}/charts/${name}`,
    }
    subcharts.set(name, addChart(sub, { ...below, isRoot: false }, shared))
  }
  const isLibrary = chart.metadata.type.toLowerCase() === 'library'
  for (const file of chart.templates) {
    const base = file.name.slice(file.name.lastIndexOf('/') + 1)
    if (isLibrary && !base.startsWith('_')) continue
    shared.sources.push({
      name: `${place.path}/${file.name}`,
      text: fromBytes(file.data),
      data,
      basePath: `${place.path}/templates`,
    })
  }
  // Go's Subcharts hold the plain map.
  return data.plain
}

function filesValue(chart: Chart, onRead: (name: string) => void): Value {
  return newFiles(
    chart.files.map(({ name, data }) => [name, data] as const),
    onRead,
  )
}

/** Helm looks the table up by dotted path, so a name with a dot finds nothing. */
function subchartTable(values: Table, name: string): Table {
  const below = name.includes('.') ? undefined : values.get(name)
  return isTable(below) ? below : new Map()
}

function releaseValue(release: ReleaseFacts): Value {
  return new Map<string, Value>([
    ['Name', release.name],
    ['Namespace', release.namespace],
    ['IsUpgrade', release.isUpgrade],
    ['IsInstall', release.isInstall ?? !release.isUpgrade],
    ['Revision', BigInt(release.revision)],
    ['Service', 'Helm'],
  ])
}
