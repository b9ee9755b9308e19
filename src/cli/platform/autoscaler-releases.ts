import type { Chart } from '../../chart/chart.ts'
import { type BuiltInChart, packaged } from './built-in-charts.ts'

/** Our chart whose program is made for one minor version of Kubernetes. */
export const autoscaler = 'autoscaler'

const versions = ['1.34.0', '1.35.0', '1.37.0'] as const
const images = 'artifacthub.io/images'

/** The releases of the autoscaler for other versions of Kubernetes than the one among our charts is for. */
export function autoscalerReleases(charts: readonly BuiltInChart[]): readonly BuiltInChart[] {
  return charts
    .filter(({ chart }) => chart.metadata.name === autoscaler)
    .flatMap(({ chart }) => versions.map((version) => packaged(releaseOf(chart, version))))
}

function releaseOf(chart: Chart, version: string): Chart {
  const { metadata } = chart
  const annotations = new Map(metadata.annotations)
  const listed = annotations.get(images) ?? ''
  annotations.set(images, listed.replaceAll(`v${metadata.appVersion}`, `v${version}`))
  return { ...chart, metadata: { ...metadata, version, appVersion: version, annotations } }
}
