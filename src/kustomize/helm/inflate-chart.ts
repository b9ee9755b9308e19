// `helmCharts`: charts are rendered by our own engine, with the values that kustomize would give helm.

import { capabilitiesOf, parseKubeVersion } from '../../chart/capabilities.ts'
import type { Table } from '../../chart/chart.ts'
import { folderFiles } from '../../chart/load/folder-files.ts'
import { loadFiles, type Gunzip } from '../../chart/load/load.ts'
import { checkReleaseName } from '../../chart/render/release-name.ts'
import { renderName } from '../../chart/render/render-name.ts'
import { checkInstallable, renderChart, type RenderRequest } from '../../chart/render/render.ts'
import { templateOutput, type OutputOptions } from '../../chart/render/template-output.ts'
import { mergeTables } from '../../chart/values/merge.ts'
import { readValues } from '../../chart/values/read-values.ts'
import { fromBytes, toBytes } from '../../formats/go-string.ts'
import { flagAt, textAt, textsAt, type Fields } from '../config/read-as.ts'
import type { InflateChart } from '../context.ts'
import { KustomizeError, within } from '../errors.ts'
import { joinPaths, type FolderFile, type Loader } from '../loader.ts'
import { strategicMerge } from '../merge/strategic-merge.ts'
import { builtInSchemas } from '../schema/schema.ts'
import { emptyNode } from '../yaml/node.ts'
import { parseDocument } from '../yaml/parse.ts'
import { mapOf, nodeOf } from '../yaml/value.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'

/** The parts of rendering that differ between Node and a browser. */
export interface ChartTools {
  readonly gunzip: Gunzip
  readonly entropy: () => RenderRequest['entropy']
  readonly warn: (message: string) => void
  /** The version of the command line; it counts where a kustomization says nothing. */
  readonly kubeVersion?: string
  readonly apiVersions?: readonly string[]
}

/** Charts for kustomizations. */
export function chartInflater(tools: ChartTools): InflateChart {
  return (config, loader) => {
    const name = textAt(config, 'name')
    try {
      return inflate(config, loader, tools)
    } catch (error) {
      throw within(`the chart ${name}`, error)
    }
  }
}

function inflate(config: Fields, loader: Loader, tools: ChartTools): string {
  const files = chartFiles(config, loader)
  const chart = loadFiles(folderFiles(files), tools.gunzip)
  checkInstallable(chart)
  const release = releaseName(config, tools)
  checkReleaseName(release)
  const rendered = renderChart(chart, {
    values: valuesOf(config, files, loader),
    capabilities: capabilitiesFor(config, tools),
    release: {
      name: release,
      namespace: textAt(config, 'namespace') || 'default',
      revision: 1,
      isUpgrade: false,
    },
    entropy: tools.entropy(),
    warn: tools.warn,
  })
  return templateOutput(rendered, outputOf(config))
}

function outputOf(config: Fields): OutputOptions {
  const hooks = flagAt(config, 'skipTests') ? 'without-tests' : 'all'
  return {
    includeCrds: flagAt(config, 'includeCRDs'),
    hooks: flagAt(config, 'skipHooks') ? 'none' : hooks,
  }
}

/** The folder where charts are, with the version where they were pulled. */
function chartHome(config: Fields): string {
  const home = textAt(config, 'chartHome') || 'charts'
  const name = textAt(config, 'name')
  const version = textAt(config, 'version')
  return version !== '' && textAt(config, 'repo') !== ''
    ? joinPaths(home, `${name}-${version}`)
    : home
}

function chartFiles(config: Fields, loader: Loader): readonly FolderFile[] {
  const name = textAt(config, 'name')
  const repo = textAt(config, 'repo')
  const folder = joinPaths(chartHome(config), name)
  const found = loader.folder(folder)
  if (found !== undefined) return found
  if (repo !== '') return loader.chart({ repo, name, version: textAt(config, 'version') })
  const message = `no repo specified for pull, no chart found at '${folder}'`
  throw new KustomizeError('missing', message)
}

function releaseName(config: Fields, { entropy }: ChartTools): string {
  const template = textAt(config, 'nameTemplate')
  if (template !== '') return renderName(template, entropy())
  return textAt(config, 'releaseName') || 'release-name'
}

function capabilitiesFor(config: Fields, tools: ChartTools) {
  const version = textAt(config, 'kubeVersion') || (tools.kubeVersion ?? '')
  const own = textsAt(config, 'apiVersions')
  const apiVersions = own.length > 0 ? own : (tools.apiVersions ?? [])
  return capabilitiesOf(version === '' ? undefined : parseKubeVersion(version), apiVersions)
}

/** The values file with the inline values, and the files behind them. */
function valuesOf(config: Fields, files: readonly FolderFile[], loader: Loader): Table {
  const path = textAt(config, 'valuesFile')
  const ofChart = files.find(({ name }) => name === 'values.yaml')?.data ?? new Uint8Array()
  const text = path === '' ? fromBytes(ofChart) : loader.load(path)
  const first = readValues(toBytes(withInline(config, text)))
  return textsAt(config, 'additionalValuesFiles').reduce<Table>(
    (values, file) => mergeTables(values, readValues(toBytes(loader.load(file)))),
    first,
  )
}

function withInline(config: Fields, text: string): string {
  const inline = config.get('valuesInline')
  const way = textAt(config, 'valuesMerge') || 'override'
  if (!['merge', 'override', 'replace'].includes(way)) {
    const message = `valuesMerge must be one of merge, override, replace; it is ${way}`
    throw new KustomizeError('invalid', message)
  }
  if (!(inline instanceof Map) || inline.size === 0) return text
  if (way === 'replace') return writeYaml(inline)
  const file = parseDocument(text) ?? emptyNode('map')
  const own = nodeOf(inline)
  const [over, under] = way === 'override' ? [own, file] : [file, own]
  const merged = strategicMerge(over, under, { schemas: builtInSchemas, growth: 'append' })
  return merged === undefined ? '' : writeYaml(mapOf(merged))
}
