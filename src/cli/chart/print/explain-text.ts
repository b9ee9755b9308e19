import type {
  DocumentExplanation,
  LinesExplanation,
  ReadExplanation,
  TemplateLine,
} from '../../../chart/explain/explanation.ts'
import type { UnusedValue } from '../../../chart/explain/unused-values.ts'
import { pathText } from '../../../template/trace/values-path.ts'
import { findNearest } from '../../../std/find-nearest.ts'
import { sourceText } from './failure-text.ts'

/** A value that nothing read, and what the user may have meant. */
export interface SuggestedValue {
  readonly path: string
  readonly setBy: UnusedValue['setBy']
  readonly didYouMean?: string
}

export function withSuggestion({ path, setBy, unknown }: UnusedValue): SuggestedValue {
  const nearest = unknown && findNearest(unknown.key, unknown.known)
  if (unknown === undefined || nearest === undefined) return { path, setBy }
  return { path, setBy, didYouMean: pathText([...unknown.above, nearest, ...unknown.below]) }
}

const shownLines = 20

/** The explanation of one line or of a field, for people. */
export function linesText(explained: LinesExplanation): string {
  const { firstLine, text, document, written, values } = explained
  const shown = text.slice(0, shownLines)
  const width = String(firstLine + shown.length - 1).length
  const lines = shown.map((line, index) => {
    return `${String(firstLine + index).padStart(width)} | ${line}`
  })
  const more = text.length > shown.length ? [`… ${text.length - shown.length} more lines`] : []
  return section([
    [...lines, ...more],
    document === undefined ? [] : [`object: ${objectName(document)}, from ${document.path}`],
    writtenText(written),
    ['values:', ...valueLines(values)],
  ])
}

function writtenText(chains: LinesExplanation['written']): string[] {
  if (chains.length === 0) return ['written by: Helm, around the document']
  const shown = chains.slice(0, shownLines)
  const more = chains.length > shown.length ? [`  … ${chains.length - shown.length} more`] : []
  return ['written by:', ...shown.flatMap(chainLines), ...more]
}

function chainLines(chain: readonly TemplateLine[]): string[] {
  return chain.map(({ template, line, text }, index) => {
    const role = index === 0 ? '' : 'included by '
    return `  ${'  '.repeat(index)}${role}${template}:${line}${text === '' ? '' : `  ${text}`}`
  })
}

function valueLines(values: readonly ReadExplanation[]): string[] {
  if (values.length === 0) return ['  none']
  const names = values.map(({ path, decides }) => (decides === 'value' ? path : `${path} (if set)`))
  const width = Math.max(...names.map((name) => name.length))
  return values.map(({ setBy }, index) => {
    const source = setBy === undefined ? 'not set' : sourceText(setBy)
    return `  ${(names[index] ?? '').padEnd(width)}  ${source}`
  })
}

/** All objects with the values that shape them, and what nothing read. */
export function summaryText(
  documents: readonly DocumentExplanation[],
  unused: readonly SuggestedValue[],
): string {
  const objects = documents.map(({ document, values }) => [
    `${objectName(document)}: lines ${document.firstLine}–${document.lastLine}, from ${document.path}`,
    ...valueLines(values),
  ])
  const left = unused.map(({ path, setBy, didYouMean }) => {
    const hint = didYouMean === undefined ? '' : `; did you mean ${didYouMean}?`
    return `  ${path}  ${sourceText(setBy)}${hint}`
  })
  return section([...objects, left.length === 0 ? [] : ['set, but read by nothing:', ...left]])
}

function objectName({ kind, name }: { readonly kind: string; readonly name: string }): string {
  if (kind === '') return 'a document without a kind'
  return name === '' ? kind : `${kind}/${name}`
}

function section(blocks: readonly (readonly string[])[]): string {
  const filled = blocks.filter((block) => block.length > 0)
  return `${filled.map((block) => block.join('\n')).join('\n\n')}\n`
}
