import { writePackage } from '../../src/chart/node/write-package.ts'
import { gunzip } from '../../src/chart/node/load-chart.ts'
import { loadFiles } from '../../src/chart/load/load.ts'
import { packageChart } from '../../src/chart/package/package-chart.ts'

export interface SmallChart {
  readonly name: string
  readonly version: string
  readonly description?: string
  /** More of Chart.yaml. */
  readonly more?: string
}

/** Writes the archive of a chart with one template, and gives its path. */
export function makePackage(folder: string, chart: SmallChart): string {
  const { name, version, description = `The chart ${name}`, more = '' } = chart
  const chartYaml = `apiVersion: v2\nname: ${name}\nversion: ${version}\nappVersion: "1.0"\ndescription: ${JSON.stringify(description)}\n${more}`
  const template = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name }}-${name}\ndata:\n  version: {{ .Chart.Version | quote }}\n`
  const files = [
    { name: 'Chart.yaml', data: Buffer.from(chartYaml) },
    { name: 'values.yaml', data: Buffer.from('a: 1\n') },
    { name: 'templates/map.yaml', data: Buffer.from(template) },
  ]
  return writePackage(packageChart(loadFiles(files, gunzip), {}), folder)
}
