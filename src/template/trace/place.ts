import type { Source } from '../parse/nodes.ts'
import type { TemplatePosition } from './provenance.ts'
import { noReads, type ReadSet } from './read-set.ts'
import type { Frame } from './tracing.ts'

/** A position in the template being executed. */
export interface Here {
  /** The line of the text, from 0. */
  readonly textLine: number
  /** The place so many lines further down. */
  readonly at: (index: number) => TemplatePosition | undefined
}

export function placeAt(frame: Frame, pos: number): Here {
  const textLine = lineAt(frame.tree.source, pos)
  // The text of `tpl` has no file: what it writes stands where `tpl` was called.
  if (frame.text !== undefined) return { textLine, at: () => frame.caller }
  const { name } = frame.tree.source
  return {
    textLine,
    at: (index) => ({ template: name, line: textLine + index + 1, caller: frame.caller }),
  }
}

/** The reads that the line of a `tpl` text has from the place that the text comes from. */
export function textReads(frame: Frame, line: number): ReadSet {
  const { text } = frame
  if (text === undefined) return noReads
  return text.lines === undefined ? text.reads : (text.lines[line]?.reads ?? noReads)
}

const lineStarts = new WeakMap<Source, readonly number[]>()

/** The line of a position, from 0. */
function lineAt(source: Source, pos: number): number {
  let starts = lineStarts.get(source)
  if (starts === undefined) {
    starts = startsOf(source.text)
    lineStarts.set(source, starts)
  }
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= pos) low = middle
    else high = middle - 1
  }
  return low
}

function startsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
