import { essentialReads } from '../../chart/explain/explanation.ts'
import { locateKeys } from '../../chart/explain/locate-field.ts'
import type { OutputDocument } from '../../chart/explain/output-lines.ts'
import type { TracedChart } from '../../chart/explain/trace-chart.ts'
import type { ImagePlace } from './image-list.ts'
import type { ObjectFindings } from './list-objects.ts'
import type { RenderImages } from './render-images.ts'

const maxValues = 12

/**
 * The images found in the documents of a render, with the template line and the values of each
 * place.
 */
export function tracedImages(
  traced: TracedChart,
  renders: RenderImages,
): readonly ObjectFindings[] {
  return traced.documents.flatMap((document) => {
    const lines = traced.lines.slice(document.firstLine - 1, document.lastLine)
    const text = lines.map((line) => line.text).join('\n')
    return renders.findings(text).map((findings) => ({
      ...findings,
      tell: (path: readonly (string | number)[]) => tellOf(traced, document, path),
    }))
  })
}

function tellOf(
  traced: TracedChart,
  document: OutputDocument,
  path: readonly (string | number)[],
): Partial<ImagePlace> {
  const lines = locateKeys(traced, document, path)
  if (lines === undefined) return { template: document.path }
  const origins = traced.lines
    .slice(lines.first - 1, lines.last)
    .flatMap(({ origin }) => (origin === undefined ? [] : [origin]))
  const place = origins.find((origin) => origin.place !== undefined)?.place
  const reads = essentialReads(origins.flatMap((origin) => origin.reads.reads))
  const values = reads
    .filter(({ kind }) => kind === 'value')
    .map((read) => read.path.text)
    .toSorted()
    .slice(0, maxValues)
  return {
    template: place?.template ?? document.path,
    ...(place === undefined ? {} : { line: place.line }),
    values,
  }
}
