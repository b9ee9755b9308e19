import type { Chart, ChartFile } from '../chart.ts'

/** The parts that rules look at one by one, whether or not the chart can be loaded. */
export type LintPart = 'Chart.yaml' | 'values.yaml' | 'values.schema.json' | 'templates' | 'crds'

export type PartState =
  | { readonly kind: 'absent' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'file'; readonly data: Uint8Array }

/** A chart as the rules see it. */
export interface LintSubject {
  /** The chart's folder as messages name it. */
  readonly path: string
  readonly parts: Readonly<Record<LintPart, PartState>>
  /** The loaded chart, or Helm's words for why it cannot be loaded. */
  readonly loaded: { readonly chart: Chart } | { readonly problem: string }
}

/** The parts of a chart whose files are in memory. */
export function partsOfFiles(files: readonly ChartFile[]): LintSubject['parts'] {
  const state = (name: LintPart): PartState => {
    const file = files.findLast((one) => one.name === name)
    if (file !== undefined) return { kind: 'file', data: file.data }
    const isFolder = files.some((one) => one.name.startsWith(`${name}/`))
    return { kind: isFolder ? 'folder' : 'absent' }
  }
  return {
    'Chart.yaml': state('Chart.yaml'),
    'values.yaml': state('values.yaml'),
    'values.schema.json': state('values.schema.json'),
    templates: state('templates'),
    crds: state('crds'),
  }
}
