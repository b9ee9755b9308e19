import type { Chart } from '../../../../chart/chart.ts'
import { crdFiles } from '../../../../chart/render/render.ts'

/** Whether a source holds nothing that could become an object, whatever the values are. */
export function isEmptySource(chart: Chart): boolean {
  return crdFiles(chart, '').length === 0 && !hasTemplates(chart)
}

// A partial gives nothing by itself, notes are for people.
function hasTemplates({ templates, dependencies }: Chart): boolean {
  const own = templates.some(({ name, data }) => {
    const file = name.slice(name.lastIndexOf('/') + 1)
    return !file.startsWith('_') && file !== 'NOTES.txt' && data.some((byte) => byte > space)
  })
  return own || dependencies.some(hasTemplates)
}

const space = 0x20
