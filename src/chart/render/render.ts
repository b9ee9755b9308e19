import {
  renderTemplates,
  sortTemplates,
  type RenderInput,
  type RenderOutput,
} from '../../template/engine.ts'
import type { Entropy } from '../../template/func.ts'
import { helmFunctions } from '../../template/functions/helm-functions.ts'
import type { LookupQuery, Lookups } from '../../template/lookups.ts'
import type { Chart, ChartFile, Table } from '../chart.ts'
import { resolveDependencies } from '../dependencies/dependencies.ts'
import { recordEntropy, type RecordedEntropy } from './entropy.ts'
import { ChartError } from '../errors.ts'
import { checkKubeVersion } from '../kube-version.ts'
import { type Hook, type Manifest, sortManifests } from './manifests.ts'
import { type RenderContext, templateSources } from './render-values.ts'
import { validateValues } from '../values/schema.ts'
import { coalesceValues } from '../values/coalesce.ts'

export interface RenderRequest extends RenderContext {
  /** The values of the user, all layers merged. */
  readonly values: Table
  readonly entropy: Entropy
  readonly lookups?: Lookups
  readonly skipSchema?: boolean
  /** Receives what Helm would log: skipped values, unknown hooks. */
  readonly warn: (message: string) => void
}

/** A rendered chart: what every later stage shares, whatever it came from. */
export interface Rendered {
  readonly chart: Chart
  /** The values that templates saw. */
  readonly values: Table
  readonly manifests: readonly Manifest[]
  readonly hooks: readonly Hook[]
  /** The root chart's NOTES.txt first, then those of subcharts by path. */
  readonly notes: readonly { readonly path: string; readonly text: string }[]
  readonly crds: readonly CrdFile[]
  /** Lookups without an answer; when there are any the rest is provisional. */
  readonly misses: readonly LookupQuery[]
}

/** A rendered chart with what it took from outside the templates and values. */
export interface RecordedRender extends Rendered {
  /** Files that templates looked into through `.Files`, by chart path and name. */
  readonly filesRead: readonly string[]
  readonly entropy: RecordedEntropy
}

export interface CrdFile {
  readonly path: string
  readonly file: ChartFile
}

/** Renders a chart as `helm template` and `helm install` do. Pure: entropy and lookups are handed in. */
export function renderChart(loaded: Chart, request: RenderRequest): RecordedRender {
  return renderRecorded(loaded, request, recordEntropy(request.entropy))
}

/** The same for a caller that records the entropy itself, also of a render that fails. */
export function renderRecorded(
  loaded: Chart,
  request: RenderRequest,
  { entropy, recorded }: ReturnType<typeof recordEntropy>,
): RecordedRender {
  const filesRead = new Set<string>()
  const onFileRead = (path: string) => filesRead.add(path)
  const prepared = prepareRender(loaded, request)
  const output = renderTemplates(renderInput(prepared, { ...request, entropy, onFileRead }))
  return {
    ...finishRender(prepared, output, request.warn),
    filesRead: [...filesRead],
    entropy: recorded(),
  }
}

/** A chart whose templates can be executed. */
export interface PreparedRender {
  /** With the subcharts that the values leave enabled. */
  readonly chart: Chart
  readonly values: Table
}

/** Everything before the first template is executed. */
export function prepareRender(loaded: Chart, request: RenderRequest): PreparedRender {
  const chart = resolveFor(loaded, request)
  const values = coalesceValues(chart, request.values, 'coalesce', request.warn)
  if (!request.skipSchema) validateValues(chart, values)
  checkKubeVersion(chart.metadata.kubeVersion, request.capabilities.kubeVersion)
  return { chart, values }
}

/** The input of the template engine for a chart. */
export function renderInput(
  { chart, values }: PreparedRender,
  request: RenderRequest,
): RenderInput {
  return {
    templates: sortTemplates(templateSources(chart, values, request)),
    funcs: helmFunctions,
    entropy: request.entropy,
    ...(request.lookups === undefined ? {} : { lookups: request.lookups }),
  }
}

/** Everything after the last template was executed. */
export function finishRender(
  { chart, values }: PreparedRender,
  { files, misses }: RenderOutput,
  warn: (message: string) => void,
): Rendered {
  const notes = [...files].filter(([path]) => path.endsWith('NOTES.txt'))
  const rest = new Map([...files].filter(([path]) => !path.endsWith('NOTES.txt')))
  return {
    chart,
    values,
    ...sortManifests(rest, warn),
    notes: notes.map(([path, text]) => ({ path, text })),
    crds: crdFiles(chart, chart.metadata.name),
    misses,
  }
}

function resolveFor(loaded: Chart, { values, warn }: RenderRequest): Chart {
  try {
    return resolveDependencies(loaded, values, warn)
  } catch (error) {
    if (!(error instanceof ChartError)) throw error
    const message = `chart dependencies processing failed: ${error.message}`
    throw new ChartError(error.code, message, { cause: error })
  }
}

/** Refuses what cannot be installed by itself, and charts whose declared dependencies are not there. */
export function checkInstallable(chart: Chart): void {
  const { type } = chart.metadata
  if (type !== '' && type !== 'application') {
    throw new ChartError('dependency', `${type} charts are not installable`)
  }
  const present = new Set(chart.dependencies.map((sub) => sub.metadata.name))
  const declared = chart.metadata.dependencies ?? []
  const missing = declared.map((one) => one.name).filter((name) => !present.has(name))
  if (missing.length === 0) return
  const what = 'an error occurred while checking for chart dependencies. '
  const advice = "You may need to run 'helm dependency build' to fetch missing dependencies: "
  const found = `found in Chart.yaml, but missing in charts/ directory: ${missing.join(', ')}`
  throw new ChartError('dependency', what + advice + found)
}

/** The files of crds/, those of subcharts after those of their parent. */
export function crdFiles(chart: Chart, path: string): CrdFile[] {
  const own = chart.files.filter(
    ({ name }) => name.startsWith('crds/') && /\.(?:ya?ml|json)$/i.test(name),
  )
  return [
    ...own.map((file) => ({ path: `${path}/${file.name}`, file })),
    ...chart.dependencies.flatMap((sub) => crdFiles(sub, `${path}/charts/${sub.metadata.name}`)),
  ]
}
