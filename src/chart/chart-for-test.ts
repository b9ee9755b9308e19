import { toBytes } from '../formats/go-string.ts'
import type { Chart } from './chart.ts'
import { loadFiles } from './load/load.ts'

/** A chart made of texts, `Chart.yaml` of each subchart included. */
export function chartOf(files: Readonly<Record<string, string>>): Chart {
  const entries = Object.entries(files).map(([name, text]) => ({ name, data: toBytes(text) }))
  return loadFiles(entries, () => {
    throw new Error('no archives here')
  })
}

/** The Chart.yaml of a chart of this name, with more fields in YAML's flow style. */
export function chartYaml(name: string, more = ''): string {
  return `{apiVersion: v2, name: ${name}, version: 1.0.0${more === '' ? '' : `, ${more}`}}`
}
