import { capabilitiesOf, parseKubeVersion } from '../../src/chart/capabilities.ts'
import { seededEntropy } from '../../src/chart/render/entropy.ts'
import { checkInstallable, renderChart } from '../../src/chart/render/render.ts'
import type { ReleaseFacts } from '../../src/chart/render/render-values.ts'
import { templateOutput } from '../../src/chart/render/template-output.ts'
import { mergeTables } from '../../src/chart/values/merge.ts'
import { readValues } from '../../src/chart/values/read-values.ts'
import type { Table } from '../../src/chart/chart.ts'
import { nodeEntropy } from '../../src/chart/node/entropy.ts'
import { loadChart } from '../../src/chart/node/load-chart.ts'

/** A render that can be sent to a worker: plain data only. */
export interface RenderJob {
  /** A folder or a .tgz. */
  readonly chart: string
  /** Values files as text, later ones over earlier ones. */
  readonly values: readonly Uint8Array[]
  readonly release: ReleaseFacts
  readonly kubeVersion?: string
  readonly apiVersions?: readonly string[]
  readonly seed: string
  /** Nanoseconds since 1970. */
  readonly now: bigint
}

/** The output of `helm template`, or Helm's error text. */
export type RenderOutcome = { readonly output: string } | { readonly error: string }

/** Carries out a job in this thread. A failure of the chart is an outcome; a fault of ours is thrown. */
export function runRenderJob(job: RenderJob): RenderOutcome {
  try {
    return { output: renderOutput(job) }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { error: error.message }
    throw error
  }
}

function renderOutput(job: RenderJob): string {
  let values: Table = new Map()
  for (const data of job.values) values = mergeTables(values, readValues(data))
  const chart = loadChart(job.chart)
  checkInstallable(chart)
  const kubeVersion = job.kubeVersion === undefined ? undefined : parseKubeVersion(job.kubeVersion)
  const rendered = renderChart(chart, {
    values,
    release: job.release,
    capabilities: capabilitiesOf(kubeVersion, job.apiVersions),
    entropy: seededEntropy(job.seed, job.now, nodeEntropy().generateKey),
    warn: () => {},
  })
  return templateOutput(rendered, { includeCrds: false, hooks: 'all' })
}
