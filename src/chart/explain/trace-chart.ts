import { traceTemplates } from '../../template/trace/trace-templates.ts'
import type { Guard } from '../../template/trace/guard.ts'
import type { Fault } from '../../template/trace/tracing.ts'
import { type ReadSet, ReadSets } from '../../template/trace/read-set.ts'
import { OriginStore } from '../../template/trace/container-origins.ts'
import { ValuesPath } from '../../template/trace/values-path.ts'
import type { Chart } from '../chart.ts'
import {
  finishRender,
  prepareRender,
  type PreparedRender,
  type RenderRequest,
  renderInput,
} from '../render/render.ts'
import { templateOutput, type OutputOptions } from '../render/template-output.ts'
import { outputLines, type OutputDocument, type OutputLine } from './output-lines.ts'
import { ChartConditions, registerSubcharts, registerValues } from './register-values.ts'

/** The output of `helm template`, with the origin of every line. */
export interface TracedChart {
  readonly prepared: PreparedRender
  readonly output: string
  readonly lines: readonly OutputLine[]
  readonly documents: readonly OutputDocument[]
  /** Everything that any template looked at, notes included. */
  readonly reads: ReadSet
}

export interface FailedTrace {
  readonly prepared: PreparedRender
  readonly error: unknown
  readonly fault: Fault | undefined
}

/** Renders a chart and records which template line and which values each line of the output depends on. */
export function traceChart(
  loaded: Chart,
  request: RenderRequest,
  options: OutputOptions & { readonly onGuard?: (guard: Guard) => void },
): TracedChart | FailedTrace {
  const prepared = prepareRender(loaded, request)
  const { chart, values } = prepared
  const sets = new ReadSets()
  const origins = new OriginStore(sets)
  const root = ValuesPath.root()
  registerValues(chart, values, root, { sets, origins })
  const conditions = new ChartConditions(chart, values, root, sets)
  const input = renderInput(prepared, request)
  const own = input.templates.find(({ name }) =>
    name.startsWith(`${chart.metadata.name}/templates/`),
  )
  const declared = loaded.metadata.dependencies ?? []
  if (own !== undefined) registerSubcharts(declared, own.data, conditions, { sets, origins })
  const controlOf = (template: string) => conditions.of(template)
  const traced = traceTemplates({
    ...input,
    sets,
    origins,
    controlOf,
    ...(options.onGuard === undefined ? {} : { onGuard: options.onGuard }),
  })
  if ('error' in traced) return { prepared, ...traced }
  const files = new Map([...traced.files].map(([path, { text }]) => [path, text]))
  const rendered = finishRender(prepared, { files, misses: [] }, request.warn)
  return {
    prepared,
    output: templateOutput(rendered, options),
    ...outputLines(rendered, traced.files, options, sets),
    reads: sets.all([...[...traced.files.values()].map(({ reads }) => reads), conditions.all()]),
  }
}
