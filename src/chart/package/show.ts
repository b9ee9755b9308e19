import { fromBytes } from '../../formats/go-string.ts'
import type { Chart, ChartFile } from '../chart.ts'
import { metadataYaml } from '../load/metadata-yaml.ts'
import { crdFiles } from '../render/render.ts'

export const showParts = ['all', 'chart', 'values', 'readme', 'crds'] as const
export type ShowPart = (typeof showParts)[number]

/** The output of `helm show` for a chart. */
export function showChart(chart: Chart, part: ShowPart): string {
  switch (part) {
    case 'chart':
      return showMetadata(chart)
    case 'values':
      return showValues(chart)
    case 'readme':
      return showReadme(chart)
    case 'crds':
      return showCrds(chart)
    case 'all': {
      const parts = [showValues(chart), showReadme(chart)].filter((text) => text !== '')
      return [showMetadata(chart), ...parts.map((text) => `---\n${text}`), showCrds(chart)].join('')
    }
  }
}

function showMetadata(chart: Chart): string {
  return `${metadataYaml(chart.metadata)}\n`
}

/** The file with its comments. */
function showValues(chart: Chart): string {
  return chart.raw
    .filter((file) => file.name === 'values.yaml')
    .map(asLine)
    .join('')
}

const readmeNames = ['readme.md', 'readme.txt', 'readme']

function showReadme(chart: Chart): string {
  const file = chart.files.find(({ name }) => readmeNames.includes(name.toLowerCase()))
  return file === undefined ? '' : asLine(file)
}

function showCrds(chart: Chart): string {
  const files = crdFiles(chart, chart.metadata.name).map(({ file }) => asLine(file))
  return files.map((text) => (text.startsWith('---') ? text : `---\n${text}`)).join('')
}

/** Helm ends every file with a line break of its own. */
function asLine({ data }: ChartFile): string {
  return `${fromBytes(data)}\n`
}
