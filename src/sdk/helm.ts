// outrigger/helm in a browser: Helm's engine as a library.
import type { Chart } from '../chart/chart.ts'
import { type RenderOptions, type RenderedChart, renderChartWith } from './render-chart.ts'
import { makeKey } from './web-crypto.ts'

export type { Chart, ChartFile } from '../chart/chart.ts'
export { ChartError } from '../chart/errors.ts'
export type { Hook, Manifest } from '../chart/render/manifests.ts'
export { RenderError } from '../template/errors.ts'
export type { LookupQuery } from '../template/lookups.ts'
export { loadChart, renderTemplate } from './render-chart.ts'
export type { RenderOptions, RenderedChart, Values } from './render-chart.ts'

/** Renders a chart as `helm template` does. Throws a ChartError or a RenderError with Helm's text. */
export function renderChart(chart: Chart, options: RenderOptions): Promise<RenderedChart> {
  return renderChartWith(makeKey, chart, options)
}
