import { withoutByteOrderMark } from '../../src/chart/load/archive.ts'
import { capabilitiesOf, parseKubeVersion } from '../../src/chart/capabilities.ts'
import type { Chart } from '../../src/chart/chart.ts'
import { resolveDependencies } from '../../src/chart/dependencies/dependencies.ts'
import { seededEntropy } from '../../src/chart/render/entropy.ts'
import { ChartError } from '../../src/chart/errors.ts'
import { parseIgnore } from '../../src/chart/load/ignore.ts'
import { loadFiles } from '../../src/chart/load/load.ts'
import { nodeEntropy } from '../../src/chart/node/entropy.ts'
import { renderChart, type RenderRequest } from '../../src/chart/render/render.ts'
import { templateSources } from '../../src/chart/render/render-values.ts'
import { templateOutput } from '../../src/chart/render/template-output.ts'
import { coalesceValues } from '../../src/chart/values/coalesce.ts'
import { mergeUserValues } from '../../src/chart/values/user-values.ts'
import { compareStrings, toBytes } from '../../src/formats/go-string.ts'
import { renderTemplates, sortTemplates } from '../../src/template/engine.ts'
import { RenderError } from '../../src/template/errors.ts'
import type { KeyKind } from '../../src/template/func.ts'
import { helmFunctions } from '../../src/template/functions/helm-functions.ts'
import { type Case, caseFile, chartName, chartYaml, type Outcome } from './case.ts'

const moment = 1_700_000_000_000_000_000n

const keys = new Map<KeyKind, Uint8Array | undefined>()

/** One key of each kind serves all cases: making it anew for each would take most of the time. */
function keyOf(kind: KeyKind): Uint8Array | undefined {
  if (!keys.has(kind)) keys.set(kind, nodeEntropy().generateKey?.(kind))
  return keys.get(kind)
}

/** The outcome of a case in our engine, by the same way that `outrigger template` takes. */
export function renderWithOurs(one: Case): Outcome {
  try {
    const request = requestOf(one.flags ?? [])
    const chart = chartOf(one)
    return {
      output: one.view === 'manifests' ? printChart(chart, request) : renderFile(chart, request),
    }
  } catch (error) {
    if (error instanceof RenderError || error instanceof ChartError) return { error: error.message }
    throw error
  }
}

function chartOf(one: Case): Chart {
  const texts = {
    'Chart.yaml': chartYaml,
    'values.yaml': one.values ?? '',
    ...one.files,
    [caseFile]: one.template,
  }
  const isIgnored = parseIgnore(one.files?.['.helmignore'] ?? '')
  const files = Object.entries(texts)
    .filter(([name]) => !isIgnored(name, false))
    .toSorted(([a], [b]) => compareStrings(a, b))
    .map(([name, text]) => ({ name, data: withoutByteOrderMark(toBytes(text)) }))
  return loadFiles(files, () => {
    throw new Error('cases have no archives')
  })
}

function requestOf(flags: readonly string[]): RenderRequest {
  const given = (flag: string) => flags.filter((_, index) => flags[index - 1] === flag)
  const [kubeVersion] = given('--kube-version').map(parseKubeVersion)
  const none: readonly string[] = []
  const kinds = { files: none, setJson: none, setString: none, setFile: none, setLiteral: none }
  return {
    values: mergeUserValues({ ...kinds, set: given('--set') }, () => {
      throw new Error('cases have no files of values')
    }),
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(kubeVersion, given('--api-versions')),
    entropy: seededEntropy('conformance', moment, keyOf),
    warn: () => {},
  }
}

/** The file of the case as it was rendered, before anything reads it as YAML. */
function renderFile(loaded: Chart, request: RenderRequest): string {
  const chart = resolveDependencies(loaded, request.values, request.warn)
  const values = coalesceValues(chart, request.values, 'coalesce', request.warn)
  const { files } = renderTemplates({
    templates: sortTemplates(templateSources(chart, values, request)),
    funcs: helmFunctions,
    entropy: request.entropy,
  })
  return files.get(`${chartName}/${caseFile}`) ?? ''
}

function printChart(chart: Chart, request: RenderRequest): string {
  return templateOutput(renderChart(chart, request), { includeCrds: false, hooks: 'all' })
}
