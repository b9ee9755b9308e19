// outrigger/helm in Node: the same as in a browser, charts from a folder, and keys of every kind.
import type { Chart } from '../chart/chart.ts'
import { nodeEntropy } from '../chart/node/entropy.ts'
import { loadChart } from '../chart/node/load-chart.ts'
import type { KeyKind } from '../template/func.ts'
import { type RenderOptions, type RenderedChart, renderChartWith } from './render-chart.ts'

export type { Chart, ChartFile } from '../chart/chart.ts'
export { ChartError } from '../chart/errors.ts'
export type { Hook, Manifest } from '../chart/render/manifests.ts'
export { RenderError } from '../template/errors.ts'
export type { LookupQuery } from '../template/lookups.ts'
export { loadChart, renderTemplate } from './render-chart.ts'
export type { RenderOptions, RenderedChart, Values } from './render-chart.ts'

/** Loads the chart at a path: a folder or a .tgz. Throws a ChartError with Helm's text. */
export function loadChartFrom(path: string): Chart {
  return loadChart(path)
}

/** Renders a chart as `helm template` does. Throws a ChartError or a RenderError with Helm's text. */
export function renderChart(chart: Chart, options: RenderOptions): Promise<RenderedChart> {
  return renderChartWith(makeKey, chart, options)
}

async function makeKey(kind: KeyKind): Promise<Uint8Array> {
  const key = nodeEntropy().generateKey?.(kind)
  if (key === undefined) throw new Error(`no key of kind ${kind} could be made`)
  return key
}
