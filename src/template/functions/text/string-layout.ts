import { byteLength } from '../../../formats/go-string.ts'
import { quote } from '../../../formats/quote.ts'
import { formatValue } from '../../fmt/sprint.ts'
import type { CallScope, FuncMap } from '../../func.ts'
import { byBytes, fromBinary, toBinary } from '../../../formats/byte-string.ts'
import { spendText } from '../cost.ts'
import { define, defineVariadic, slower } from '../define.ts'
import { panic } from '../go-panic.ts'
import { isGiven, strval } from '../strval.ts'

/** Functions that quote, join, repeat, indent and wrap. */
export const layoutFunctions: FuncMap = {
  quote: defineVariadic([], 'interface {}', (_, values, { spend }) =>
    values
      .filter(isGiven)
      .map((value) => quote(strval(value, spend)))
      .join(' '),
  ),
  squote: defineVariadic([], 'interface {}', (_, values, { spend }) =>
    values
      .filter(isGiven)
      .map((value) => `'${formatValue(value, spend)}'`)
      .join(' '),
  ),
  cat: defineVariadic([], 'interface {}', (_, values, { spend }) =>
    values
      .filter(isGiven)
      .map((value) => formatValue(value, spend))
      .join(' '),
  ),
  toString: define(['interface {}'], ([value], { spend }) => strval(value, spend)),
  plural: define(['string', 'string', 'int'], ([one, many, count]) => (count === 1n ? one : many)),
  repeat: define(['int', 'string'], ([count, text], scope) => repeatText(text, count, scope)),
  indent: define(['int', 'string'], ([count, text], scope) => indentLines(count, text, scope)),
  nindent: define(
    ['int', 'string'],
    ([count, text], scope) => `\n${indentLines(count, text, scope)}`,
  ),
  ...slower(1, {
    wrap: define(['int', 'string'], ([width, text], scope) =>
      wrapText(text, { width, lineBreak: '\n', longWords: 'keep' }, scope),
    ),
    wrapWith: define(['int', 'string', 'string'], ([width, separator, text], scope) =>
      wrapText(
        text,
        { width, lineBreak: separator === '' ? '\n' : separator, longWords: 'break' },
        scope,
      ),
    ),
    hello: define([], () => 'Hello!'),
  }),
}

function repeatText(text: string, count: bigint, scope: CallScope): string {
  if (count < 0n) throw panic('strings: negative Repeat count')
  const length = BigInt(byteLength(text)) * count
  if (length >= 1n << 63n) throw panic('strings: Repeat output length overflow')
  spendText(scope, Number(length))
  return byBytes([text], (t) => t.repeat(t === '' ? 0 : Number(count)), fromBinary)
}

/** The indentations that charts use, by their width. */
const pads: readonly string[] = Array.from({ length: 65 }, (_, width) => ' '.repeat(width))

function indentLines(count: bigint, text: string, scope: CallScope): string {
  const pad = pads[Number(count)] ?? repeatText(' ', count, scope)
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  spendText(scope, text.length + lines * pad.length)
  return pad + text.replaceAll('\n', `\n${pad}`)
}

interface Wrapping {
  readonly width: bigint
  readonly lineBreak: string
  readonly longWords: 'keep' | 'break'
}

/** Wraps greedily at spaces; columns are bytes, and only spaces at the start of a line go. */
function wrapText(text: string, wrapping: Wrapping, scope: CallScope): string {
  const width = Math.max(1, Number(wrapping.width))
  const bytes = toBinary(text)
  spendText(scope, bytes.length + (bytes.length / width) * wrapping.lineBreak.length)
  const lines: string[] = []
  let start = 0
  while (bytes.length - start > width) {
    if (bytes[start] === ' ') {
      start++
      continue
    }
    const end = endOfLine(bytes, start, width, wrapping.longWords)
    if (end === bytes.length) break
    lines.push(bytes.slice(start, end))
    // The space that was wrapped at is dropped; a word that was broken has none.
    start = bytes[end] === ' ' ? end + 1 : end
  }
  lines.push(bytes.slice(start))
  return fromBinary(lines.join(toBinary(wrapping.lineBreak)))
}

function endOfLine(
  bytes: string,
  start: number,
  width: number,
  longWords: 'keep' | 'break',
): number {
  const space = bytes.slice(start, start + width + 1).lastIndexOf(' ')
  if (space >= 0) return start + space
  if (longWords === 'break') return start + width
  const next = bytes.indexOf(' ', start + width)
  return next < 0 ? bytes.length : next
}
