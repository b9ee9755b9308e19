import { capabilitiesOf, parseKubeVersion } from '../../../chart/capabilities.ts'
import type { Chart } from '../../../chart/chart.ts'
import { ChartError } from '../../../chart/errors.ts'
import { checkKubeVersion } from '../../../chart/kube-version.ts'
import { lintChart } from '../../../chart/lint/lint-chart.ts'
import { lintLine } from '../../../chart/lint/message.ts'
import { nodeEntropy } from '../../../chart/node/entropy.ts'
import { readLintSubject } from '../../../chart/node/lint-subject.ts'
import { checkInstallable, renderChart } from '../../../chart/render/render.ts'
import { templateOutput } from '../../../chart/render/template-output.ts'
import { coalesceValues } from '../../../chart/values/coalesce.ts'
import { complaintOf } from '../../../chart/values/schema.ts'
import { validateValues } from '../../../chart/values/schema.ts'
import { findRemovedApi } from '../../../objects/api/removed-apis.ts'
import { kindOf, nameOf } from '../../../objects/kube-object.ts'
import { readManifest } from '../../../release/desired/read-manifest.ts'
import { withDefaultSignals } from '../../../std/node/with-default-signals.ts'
import { type Candidate, type Variant, isLibrary, withVariant } from './candidate.ts'
import { type Verdict, failed, passed, skipped } from './report/report.ts'

const namespace = 'ci'
const quiet = () => {}

/** The rules of `helm lint`; with `strict` warnings count as well. */
export function checkLint(
  { folder, variants }: Candidate,
  severity: 'errors' | 'warnings',
): Verdict {
  const lines = variants.flatMap((variant) => {
    const { values } = variant
    // The schema has a check of its own.
    const options = { values, namespace, skipSchema: true, entropy: nodeEntropy(), warn: quiet }
    const messages = withDefaultSignals(() => lintChart(readLintSubject(folder), options))
    return messages
      .filter((one) => one.severity === 'error' || one.severity === 'warning')
      .map((one) => ({ isError: one.severity === 'error', line: lintLine(one) }))
  })
  const told = [...new Set(lines.map(({ line }) => line))].join('\n')
  const isBad = lines.some(({ isError }) => isError || severity === 'warnings')
  return isBad ? failed(told) : passed(told)
}

/** The schema itself, the chart's own values against it, and every values file of `ci/`. */
export function checkSchema({ chart, variants }: Candidate): Verdict {
  if (chart.schema === undefined) return skipped('the chart has no values.schema.json')
  const own = coalesceValues(chart, new Map(), 'coalesce', quiet)
  const complaint = variants.some(({ name }) => name === '')
    ? ''
    : complaintOf(chart.schema, own, chart.documents)
  const complaints = variants.flatMap((variant) => {
    try {
      validateValues(chart, coalesceValues(chart, variant.values, 'coalesce', quiet))
      return []
    } catch (error) {
      if (!(error instanceof ChartError)) throw error
      return [`${variant.name === '' ? 'values.yaml' : variant.name}: ${error.message.trim()}`]
    }
  })
  // The chart's own values may lack what users must give, but the schema has to be one.
  const isNoSchema = complaint !== '' && !complaint.startsWith('- at ')
  const all = isNoSchema ? [complaint] : complaints
  return all.length === 0 ? passed() : failed(all.join('\n'))
}

/** Whether a chart says that it is for a minor version of Kubernetes 1. */
export function admitsMinor({ metadata }: Chart, minor: number): boolean {
  try {
    checkKubeVersion(metadata.kubeVersion, parseKubeVersion(`v1.${minor}.0`))
    return true
  } catch (error) {
    if (error instanceof ChartError) return false
    throw error
  }
}

/** Renders a chart for a minor version of Kubernetes 1: all of it must be objects that are served there. */
export function checkTemplate({ chart, variants }: Candidate, minor: number): Verdict {
  if (isLibrary(chart)) return skipped('a library renders nothing by itself')
  if (!admitsMinor(chart, minor)) {
    return skipped(`its kubeVersion is ${chart.metadata.kubeVersion}`)
  }
  const complaints = variants.flatMap((variant) => complaintsOfRender(chart, variant, minor))
  return complaints.length === 0 ? passed() : failed(complaints.join('\n'))
}

function complaintsOfRender(chart: Chart, variant: Variant, minor: number): readonly string[] {
  try {
    const objects = readManifest(renderFor(chart, variant, minor))
    return objects.flatMap((object) => {
      const removed = findRemovedApi(kindOf(object))
      if (removed === undefined || removed.removedIn > minor) return []
      const what = `${object.kind} ${nameOf(object)}${withVariant(variant)}`
      const instead = removed.replacement === undefined ? '' : `: use ${removed.replacement}`
      return [`${what} is ${object.apiVersion}, which 1.${removed.removedIn} removed${instead}`]
    })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return [`${variant.name === '' ? '' : `${variant.name}: `}${error.message.trim()}`]
  }
}

function renderFor(chart: Chart, { values }: Variant, minor: number): string {
  checkInstallable(chart)
  const rendered = withDefaultSignals(() =>
    renderChart(chart, {
      values,
      capabilities: capabilitiesOf(parseKubeVersion(`v1.${minor}.0`)),
      release: { name: 'ci', namespace, revision: 1, isUpgrade: false },
      entropy: nodeEntropy(),
      // The schema has a check of its own.
      skipSchema: true,
      warn: quiet,
    }),
  )
  return templateOutput(rendered, { includeCrds: true, hooks: 'all' })
}
