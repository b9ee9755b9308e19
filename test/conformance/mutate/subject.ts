import { capabilitiesOf } from '../../../src/chart/capabilities.ts'
import type { Chart } from '../../../src/chart/chart.ts'
import { ChartError } from '../../../src/chart/errors.ts'
import { templateSources } from '../../../src/chart/render/render-values.ts'
import { coalesceValues } from '../../../src/chart/values/coalesce.ts'
import { readValues } from '../../../src/chart/values/read-values.ts'
import { toBytes } from '../../../src/formats/go-string.ts'
import { YamlError } from '../../../src/formats/yaml/errors.ts'
import { renderTemplates, sortTemplates } from '../../../src/template/engine.ts'
import { MissingKeysError, RenderError } from '../../../src/template/errors.ts'
import { helmFunctions } from '../../../src/template/functions/helm-functions.ts'
import type { Limits } from '../../../src/template/limits.ts'

/** A text to mutate, and what reads it. */
export type Subject = TemplateSubject | YamlSubject

export interface TemplateSubject {
  readonly kind: 'template'
  /** Where it is from, for reports. */
  readonly from: string
  readonly text: string
  /** The chart whose partials and values the template sees. */
  readonly chart: Chart
  readonly path: string
}

export interface YamlSubject {
  readonly kind: 'yaml'
  readonly from: string
  readonly text: string
}

/** Small enough that no mutation takes more than some 50 ms; templates of charts take a tenth of it. */
export const mutationLimits: Partial<Limits> = {
  steps: 50_000,
  stringLength: 512 * 1024,
  outputLength: 512 * 1024,
  listLength: 50_000,
}

/** How a mutation ended: `limit` stands for a render that ran out of fuel. */
export type Ending = 'read' | 'refused' | 'limit'

/** Reads a mutated text. Throws what is none of our errors. */
export function runSubject(subject: Subject, text: string): Ending {
  try {
    if (subject.kind === 'yaml') readValues(toBytes(text))
    else renderAlone(subject, text)
    return 'read'
  } catch (error) {
    if (error instanceof RenderError) return error.code === 'limit' ? 'limit' : 'refused'
    if (error instanceof ChartError || error instanceof YamlError) return 'refused'
    // No key is made here.
    if (error instanceof MissingKeysError) return 'refused'
    throw error
  }
}

/** One template of a chart with the chart's partials. */
function renderAlone({ chart, path }: TemplateSubject, text: string): void {
  const context = {
    release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
    capabilities: capabilitiesOf(),
  }
  const values = coalesceValues(chart, new Map(), 'coalesce', () => {})
  const sources = templateSources(chart, values, context)
  const own = sources.find((source) => source.name === path)
  const partials = sources.filter((source) => /\/_[^/]*$/.test(source.name) && source !== own)
  if (own === undefined) throw new Error(`no template ${path}`)
  renderTemplates({
    templates: sortTemplates([...partials, { ...own, text }]),
    funcs: helmFunctions,
    entropy: { randomBytes: (count) => new Uint8Array(count), now: () => 0n },
    limits: mutationLimits,
  })
}
