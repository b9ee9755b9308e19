import { clusterCapabilities } from '../../chart/capabilities.ts'
import type { Table } from '../../chart/chart.ts'
import {
  type DocumentExplanation,
  type LinesExplanation,
  explainDocuments,
  explainLines,
} from '../../chart/explain/explanation.ts'
import { ValueLayers } from '../../chart/explain/layers.ts'
import { locateField } from '../../chart/explain/locate-field.ts'
import { type TracedChart, traceChart } from '../../chart/explain/trace-chart.ts'
import { unusedValues } from '../../chart/explain/unused-values.ts'
import { nodeEntropy } from '../../chart/node/entropy.ts'
import { type RoundFailure, failureOf } from '../../chart/node/round-job.ts'
import { type SentChart, loadSent, reviveTable } from '../../chart/node/sent-chart.ts'
import { toBytes } from '../../formats/go-string.ts'
import { writeYaml } from '../../formats/yaml/write/write.ts'

/** All that an explanation is made of, as plain data: it can be made on any thread. */
export interface ExplainJob {
  readonly chart: SentChart
  readonly values: Table
  /** Each with the name that messages have for it, in the order in which they are merged. */
  readonly layers: readonly NamedLayer[]
  readonly release: { readonly namespace: string; readonly name: string }
  readonly gitVersion: string
  readonly apiVersions: readonly string[]
  /** `Kind/name:field.path[0]`; undefined for all objects. */
  readonly path: string | undefined
}

interface NamedLayer {
  readonly name: string
  readonly values: Table
}

/** An explanation. The text of lines holds values of Secrets as they are. */
export type Explained =
  | {
      readonly documents: readonly DocumentExplanation[]
      readonly unused: ReturnType<typeof unusedValues>
    }
  | { readonly lines: LinesExplanation }
  | { readonly doesNotRender: string }
  | { readonly failure: RoundFailure }

/** Has an explanation made. */
export type RunExplain = (job: ExplainJob, signal: AbortSignal) => Promise<Explained>

/** Carries out a job in this thread. */
export function runExplainJob(job: ExplainJob): Explained {
  try {
    const traced = trace(job)
    if ('error' in traced) {
      const { error } = traced
      return { doesNotRender: error instanceof Error ? error.message : String(error) }
    }
    return explain(traced, job)
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

function trace({ chart, values, release, gitVersion, apiVersions }: ExplainJob) {
  const request = {
    values: reviveTable(values),
    release: { ...release, revision: 1, isUpgrade: false },
    capabilities: clusterCapabilities(gitVersion, apiVersions),
    entropy: nodeEntropy(),
    warn: () => {},
  }
  return traceChart(loadSent(chart), request, { includeCrds: false, hooks: 'all' })
}

function explain(traced: TracedChart, { layers, path }: ExplainJob): Explained {
  const sources = layersOf(traced.prepared.chart, layers)
  if (path === undefined) {
    return { documents: explainDocuments(traced, sources), unused: unusedValues(traced, sources) }
  }
  const { first, last } = locateField(traced, path)
  return { lines: explainLines(traced, sources, first, last) }
}

/** The layers as explanations take them: each a file that the user gave. */
function layersOf(
  chart: ConstructorParameters<typeof ValueLayers>[0],
  layers: readonly NamedLayer[],
): ValueLayers {
  const texts = new Map(
    layers.map(({ name, values }) => [name, `${writeYaml(reviveTable(values))}\n`]),
  )
  const none = { setJson: [], set: [], setString: [], setFile: [], setLiteral: [] }
  const readFile = (name: string) => toBytes(texts.get(name) ?? '')
  return new ValueLayers(chart, { files: [...texts.keys()], ...none }, readFile)
}
