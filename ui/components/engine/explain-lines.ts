import { explainLines } from '../../../src/chart/explain/explanation.ts'
import { ValueLayers, type ValueSource } from '../../../src/chart/explain/layers.ts'
import { type TracedChart, traceChart } from '../../../src/chart/explain/trace-chart.ts'
import { unusedValues } from '../../../src/chart/explain/unused-values.ts'
import { toBytes } from '../../../src/formats/go-string.ts'
import { writeYaml } from '../../../src/formats/yaml/write/write.ts'
import { MissingKeysError } from '../../../src/template/errors.ts'
import type { LineAnswer, TraceAnswer } from './answers.ts'
import type { ChartEngine } from './chart-engine.ts'
import { maskSecretLines } from './mask-secret-lines.ts'
import { type ValuesLayer, layersOf, merged } from './preview-values.ts'

const printed = { includeCrds: false, hooks: 'all' } as const
const mineName = 'mine'

/** The rendered text of a release, each line of which can be explained. */
export class Explainer {
  private readonly engine: ChartEngine
  private traced: { readonly chart: TracedChart; readonly layers: ValueLayers } | undefined

  constructor(engine: ChartEngine) {
    this.engine = engine
  }

  async trace(text: string): Promise<TraceAnswer> {
    try {
      const layers = layersOf(this.engine.preview, text)
      const values = merged(layers)
      const traced = await this.engine.withKeys((request) => {
        const found = traceChart(this.engine.chart, { ...request, values }, printed)
        if ('error' in found && found.error instanceof MissingKeysError) throw found.error
        return found
      })
      if ('error' in traced) throw traced.error
      const sources = sourcesOf(traced, layers, text)
      this.traced = { chart: traced, layers: sources }
      const documents = traced.documents.map((one) => ({ ...one }))
      const unused = unusedValues(traced, sources).filter(({ setBy }) => setBy.name === mineName)
      return {
        ok: true,
        lines: maskedLines(traced),
        documents,
        unused: unused.map(({ path, unknown }) => ({ path, known: unknown?.known ?? [] })),
      }
    } catch (error) {
      return { ok: false, why: error instanceof Error ? error.message : String(error) }
    }
  }

  /** Why a line of the last trace is as it is; lines are counted from 1. */
  explain(line: number): LineAnswer {
    if (this.traced === undefined) return { written: [], values: [] }
    const { written, values } = explainLines(this.traced.chart, this.traced.layers, line, line)
    return {
      written,
      values: values.map(({ path, decides, setBy }) => ({ path, decides, ...placeOf(setBy) })),
    }
  }
}

function placeOf(source: ValueSource | undefined) {
  if (source === undefined) return { setBy: '' }
  return { setBy: source.name, ...(source.line === undefined ? {} : { line: source.line }) }
}

/** The layers as explanations take them: each a file. The own text keeps its lines. */
function sourcesOf(
  { prepared }: TracedChart,
  layers: readonly ValuesLayer[],
  text: string,
): ValueLayers {
  const texts = new Map(
    layers.map((layer) => [
      nameOf(layer),
      layer.is === 'mine' ? text : `${writeYaml(layer.values)}\n`,
    ]),
  )
  const none = { setJson: [], set: [], setString: [], setFile: [], setLiteral: [] }
  const readFile = (name: string) => toBytes(texts.get(name) ?? '')
  return new ValueLayers(prepared.chart, { files: [...texts.keys()], ...none }, readFile)
}

function nameOf({ is, name }: ValuesLayer): string {
  return is === 'mine' ? mineName : name === '' ? is : `${is}: ${name}`
}

/** The lines of the output; the values of Secrets are hidden. */
function maskedLines({ lines, documents }: TracedChart): readonly string[] {
  const texts = lines.slice(0, -1).map(({ text }) => text)
  for (const { kind, firstLine, lastLine } of documents) {
    if (kind !== 'Secret') continue
    const own = texts.slice(firstLine - 1, lastLine)
    texts.splice(firstLine - 1, own.length, ...maskSecretLines(own))
  }
  return texts
}
