import { fromBytes } from '../../formats/go-string.ts'
import type { TemplatePosition } from '../../template/trace/provenance.ts'
import type { Read, ReadSet } from '../../template/trace/read-set.ts'
import type { Chart } from '../chart.ts'
import { ChartError } from '../errors.ts'
import type { ValueLayers, ValueSource } from './layers.ts'
import type { OutputDocument } from './output-lines.ts'
import type { TracedChart } from './trace-chart.ts'

/** A value that decides a line. */
export interface ReadExplanation {
  readonly path: string
  /** Whether what stands there decides, or only whether something does and of what kind. */
  readonly decides: 'value' | 'presence'
  /** The source that set it; undefined when none did. */
  readonly setBy: ValueSource | undefined
}

/** A template line, with the text that stands there. */
export interface TemplateLine {
  readonly template: string
  readonly line: number
  readonly text: string
}

/** Why some lines of the output are as they are. */
export interface LinesExplanation {
  readonly document: OutputDocument | undefined
  readonly firstLine: number
  readonly text: readonly string[]
  /** For each line of a template that wrote any of them: itself, then what included it. */
  readonly written: readonly (readonly TemplateLine[])[]
  readonly values: readonly ReadExplanation[]
}

/** Explains the lines from one to another, counted from 1. */
export function explainLines(
  traced: TracedChart,
  layers: ValueLayers,
  first: number,
  last: number,
): LinesExplanation {
  // The text after the last line break is no line.
  const count = traced.lines.length - 1
  const lines = traced.lines.slice(first - 1, Math.min(last, count))
  const [line] = lines
  if (line === undefined) {
    throw new ChartError('not-found', `the output has ${count} lines, there is no line ${first}`)
  }
  const sets = lines.flatMap(({ origin }) => (origin === undefined ? [] : [origin.reads]))
  const places = lines.flatMap(({ origin }) => origin?.place ?? [])
  return {
    document: traced.documents[line.document],
    firstLine: first,
    text: lines.map(({ text }) => text),
    written: distinctPlaces(places).map((place) => chainOf(traced.prepared.chart, place)),
    values: explainReads(sets, layers),
  }
}

/** A document and the values that shape it. */
export interface DocumentExplanation {
  readonly document: OutputDocument
  readonly values: readonly ReadExplanation[]
}

export function explainDocuments(
  traced: TracedChart,
  layers: ValueLayers,
): readonly DocumentExplanation[] {
  const sets = traced.documents.map((): Set<ReadSet> => new Set())
  for (const { document, origin } of traced.lines) {
    if (origin !== undefined) sets[document]?.add(origin.reads)
  }
  return traced.documents.map((document, index) => ({
    document,
    values: explainReads([...(sets[index] ?? [])], layers),
  }))
}

/** The reads of several sets, by path; those left out that the others imply. */
function explainReads(sets: readonly ReadSet[], layers: ValueLayers): readonly ReadExplanation[] {
  const reads = essentialReads(sets.flatMap((set) => set.reads))
  return reads
    .map(({ path, kind }) => ({
      path: path.text === '' ? '(all values)' : path.text,
      decides: kind,
      setBy: layers.find(path.keys),
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** That a table is there follows from a look at something inside it. */
export function essentialReads(reads: readonly Read[]): readonly Read[] {
  const distinct = [...new Map(reads.map((read) => [keyOf(read), read])).values()]
  const implied = new Set<unknown>()
  for (const { path, kind } of distinct) {
    if (kind === 'value') implied.add(path)
    for (let at = path.parent; at !== undefined; at = at.parent) implied.add(at)
  }
  return distinct.filter(({ path, kind }) => kind === 'value' || !implied.has(path))
}

function keyOf({ path, kind }: Read): string {
  return `${kind} ${path.text}`
}

function distinctPlaces(places: readonly TemplatePosition[]): readonly TemplatePosition[] {
  return [...new Map(places.map((place) => [textOf(place), place])).values()]
}

function textOf(place: TemplatePosition): string {
  const { template, line, caller } = place
  return `${template}:${line}${caller === undefined ? '' : ` ${textOf(caller)}`}`
}

function chainOf(chart: Chart, place: TemplatePosition): TemplateLine[] {
  const chain: TemplateLine[] = []
  for (let at: TemplatePosition | undefined = place; at !== undefined; at = at.caller) {
    const { template, line } = at
    chain.push({ template, line, text: templateLine(chart, template, line) })
  }
  return chain
}

/** The text of a line of a template file, found by its full name. */
function templateLine(chart: Chart, template: string, line: number): string {
  const prefix = `${chart.metadata.name}/`
  if (!template.startsWith(prefix)) return ''
  return lineIn(chart, template.slice(prefix.length), line) ?? ''
}

function lineIn(chart: Chart, name: string, line: number): string | undefined {
  const file = [...chart.templates, ...chart.files].find((one) => one.name === name)
  if (file !== undefined) return fromBytes(file.data).split('\n')[line - 1]?.trim()
  for (const sub of chart.dependencies) {
    const prefix = `charts/${sub.metadata.name}/`
    if (name.startsWith(prefix)) return lineIn(sub, name.slice(prefix.length), line)
  }
  return undefined
}
