import { clusterCapabilities } from '../../../src/chart/capabilities.ts'
import type { Chart, Table } from '../../../src/chart/chart.ts'
import { SchemaDocumentNeeded } from '../../../src/chart/errors.ts'
import { seededEntropy } from '../../../src/chart/render/entropy.ts'
import { renderRound } from '../../../src/chart/render/render-round.ts'
import { renderWithKeys } from '../../../src/chart/render/render-with-keys.ts'
import { renderWithLookups } from '../../../src/chart/render/render-with-lookups.ts'
import type { RecordedRender, RenderRequest } from '../../../src/chart/render/render.ts'
import { copyTable } from '../../../src/chart/values/table.ts'
import { decodeBase64 } from '../../../src/formats/base64.ts'
import { fromBytes } from '../../../src/formats/go-string.ts'
import { loadChart } from '../../../src/sdk/render-chart.ts'
import { makeKey } from '../../../src/sdk/web-crypto.ts'
import type { Preview } from '../../../src/server/contract.ts'
import { MissingKeysError } from '../../../src/template/errors.ts'
import type { Entropy, KeyKind } from '../../../src/template/func.ts'
import type { ChartFacts, LayeredValue, RenderAnswer } from './answers.ts'
import { type ChartContents, contentsOf } from './chart-contents.ts'
import { LiveComparison } from './compare-live.ts'
import { maskSecretLines } from './mask-secret-lines.ts'
import { blameValues, layersOf, merged } from './preview-values.ts'

// Random values stay the same from key to key.
const sameEntropy = (): Entropy => seededEntropy('preview', 0n)

/** Renders one chart again and again, for one release on one cluster. */
export class ChartEngine {
  readonly preview: Preview
  readonly chart: Chart
  private readonly comparison: LiveComparison
  private readonly capabilities: RenderRequest['capabilities']
  private readonly keys = new Map<KeyKind, Promise<Uint8Array>[]>()
  private manifests: RecordedRender['manifests'] = []
  /** Whether a schema refers to documents elsewhere: the server has them, and its plan checks the values by them. */
  private needsDocuments = false

  private constructor(preview: Preview, chart: Chart) {
    this.preview = preview
    this.chart = chart
    this.comparison = new LiveComparison(preview)
    this.capabilities = clusterCapabilities(preview.kubernetes, preview.apiVersions)
  }

  static async open(preview: Preview): Promise<ChartEngine> {
    const bytes = decodeBase64(preview.archive ?? '')
    const documents = new Map<string, never>()
    return new ChartEngine(preview, { ...(await loadChart(bytes)), documents })
  }

  get facts(): ChartFacts {
    const { metadata, schema, raw } = this.chart
    const textOf = (...names: readonly string[]) => {
      const file = raw.find(({ name }) => names.includes(name))
      return file === undefined ? '' : fromBytes(file.data)
    }
    return {
      name: metadata.name,
      version: metadata.version,
      appVersion: metadata.appVersion,
      values: textOf('values.yaml'),
      schema: schema === undefined ? '' : fromBytes(schema),
      questions: textOf('questions.yaml', 'questions.yml'),
    }
  }

  /** Renders a text of values and compares what comes out with the live objects. */
  async render(text: string): Promise<RenderAnswer> {
    try {
      const { rendered } = await this.rendered(merged(layersOf(this.preview, text)))
      this.manifests = rendered.manifests
      const objects = this.comparison.compare(rendered.manifests)
      return { ok: true, objects, notes: rendered.notes[0]?.text ?? '' }
    } catch (error) {
      return { ok: false, why: error instanceof Error ? error.message : String(error) }
    }
  }

  /** The rendered text of a file of templates, as the last render had it. */
  manifestOf(source: string, kind: string, name: string): string {
    const found = this.manifests.filter(({ path }) => path === source).map(({ text }) => text)
    const isIt = (text: string) => text.includes(`kind: ${kind}`) && text.includes(name)
    const text = found.find(isIt) ?? found[0] ?? ''
    return kind === 'Secret' ? maskSecretLines(text.split('\n')).join('\n') : text
  }

  /** The objects, images and rights that a text of values leads to. Throws where it does not render. */
  async contents(text: string): Promise<ChartContents> {
    const { rendered } = await this.rendered(merged(layersOf(this.preview, text)))
    return contentsOf([...rendered.manifests, ...rendered.hooks].map((one) => one.text))
  }

  /** Every value of the release with the layer that set it. */
  blame(text: string): readonly LayeredValue[] {
    return blameValues(this.chart.values, layersOf(this.preview, text))
  }

  /** Runs something that may need private keys, which the platform only makes asynchronously; it gets the same ones each time. */
  withKeys<T>(render: (request: Omit<RenderRequest, 'values'>) => T): Promise<T> {
    const counts = new Map<KeyKind, number>()
    const make = (kind: KeyKind) => {
      const at = counts.get(kind) ?? 0
      counts.set(kind, at + 1)
      const known = this.keys.get(kind) ?? []
      this.keys.set(kind, known)
      return (known[at] ??= makeKey(kind))
    }
    const { release } = this.preview
    const request = {
      release,
      capabilities: this.capabilities,
      skipSchema: this.needsDocuments,
      warn: () => {},
    }
    return renderWithKeys((keyed) => render({ ...request, entropy: keyed }), sameEntropy, make)
  }

  private async rendered(values: Table) {
    try {
      return await this.renderOnce(values)
    } catch (error) {
      if (!(error instanceof SchemaDocumentNeeded)) throw error
      this.needsDocuments = true
      return await this.renderOnce(values)
    }
  }

  private renderOnce(values: Table) {
    return renderWithLookups<RecordedRender>({
      name: this.chart.metadata.name,
      given: { answers: new Map(), recordedEntropy: undefined },
      // The server's plan has the true answers.
      answer: () => Promise.resolve({ value: new Map() }),
      round: (given) =>
        this.withKeys((request) => {
          // Templates may change the values that they are given.
          const round = renderRound(this.chart, { ...request, values: copyTable(values) }, given)
          const { result } = round
          if ('error' in result && result.error instanceof MissingKeysError) throw result.error
          return round
        }),
    })
  }
}
