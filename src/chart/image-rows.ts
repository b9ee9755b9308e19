import type { Chart } from './chart.ts'

const annotation = 'outrigger.dev/image-table'

/** The rows for the table of images that a chart and its subcharts bring, one a line. */
export function imageRowsOf(chart: Chart): string {
  const own = chart.metadata.annotations?.get(annotation)
  const below = chart.dependencies.map(imageRowsOf)
  return [own ?? '', ...below].filter((rows) => rows !== '').join('\n')
}
