import type { LineOrigin, Provenance, Traced } from '../provenance.ts'
import { noReads } from '../read-set.ts'
import type { Tracing } from '../tracing.ts'

/**
 * Where the lines of a text come from that a function made of one of its arguments: indented, trimmed,
 * with something replaced. Undefined where that cannot be told.
 */
export function alignLines(
  tracing: Tracing,
  args: readonly Traced[],
  text: string,
): readonly LineOrigin[] | undefined {
  const candidates = args.filter(({ value }) => typeof value === 'string' && value.includes('\n'))
  const source = candidates.length === 1 ? candidates[0] : onlyText(args, text)
  if (source === undefined || typeof source.value !== 'string') return undefined
  const offset = offsetOf(source.value, text)
  if (offset === undefined) return undefined
  const others = args.filter((arg) => arg !== source).map(({ from }) => from.reads)
  const around = tracing.sets.all(others)
  return text.split('\n').map((_, index) => {
    const line = lineOf(source.from, index + offset)
    return { ...line, reads: tracing.sets.union(line.reads, around) }
  })
}

/** The piped text of a function that made one line into more, such as nindent. */
function onlyText(args: readonly Traced[], text: string): Traced | undefined {
  return text.startsWith('\n') ? args.at(-1) : undefined
}

export function lineOf(from: Provenance, line: number): LineOrigin {
  if (line < 0) return { reads: noReads, place: undefined }
  if (from.lines === undefined) return { reads: from.reads, place: undefined }
  return from.lines[line] ?? { reads: noReads, place: undefined }
}

/** How many lines of the source lie above the first line of the text. */
function offsetOf(source: string, text: string): number | undefined {
  const cut = source.indexOf(text)
  if (cut >= 0) return breaksIn(source.slice(0, cut))
  const grown = text.indexOf(source)
  if (grown >= 0) return -breaksIn(text.slice(0, grown))
  const difference = breaksIn(text) - breaksIn(source)
  if (difference === 0) return 0
  if (difference === 1 && text.startsWith('\n')) return -1
  // Trimmed and then indented.
  const trimmed = source.trim()
  if (breaksIn(text) === breaksIn(trimmed))
    return breaksIn(source.slice(0, source.indexOf(trimmed)))
  return undefined
}

function breaksIn(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}
