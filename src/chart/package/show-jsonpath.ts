import { encodeJson } from '../../formats/json/encode.ts'
import { isList, isMap, itemsOf, type Value } from '../../formats/value.ts'
import { formatValue } from '../../template/fmt/sprint.ts'
import type { Table } from '../chart.ts'
import { ChartError } from '../errors.ts'

type Step = string | number

/**
 * The text of a template such as `{.image.repository}:{.image.tag}`: what the paths lead to, and what
 * stands between them. Of kubectl's JSONPath we read names and indexes; the rest is refused. As in
 * Helm, nothing is printed when a path leads nowhere.
 */
export function selectValues(values: Table, template: string): string {
  let text = ''
  for (const piece of piecesOf(template)) {
    if (typeof piece === 'string') {
      text += piece
      continue
    }
    const found = follow(values, piece.steps)
    if (found === undefined) return ''
    text += textOf(found)
  }
  return text
}

type Piece = string | { readonly steps: readonly Step[] }

function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < template.length) {
    const open = template.indexOf('{', at)
    const end = open < 0 ? template.length : open
    if (end > at) pieces.push(template.slice(at, end))
    if (open < 0) break
    const close = template.indexOf('}', open)
    if (close < 0) return refuse(template, 'unclosed action')
    pieces.push(pieceOf(template, template.slice(open + 1, close).trim()))
    at = close + 1
  }
  return pieces
}

function pieceOf(template: string, path: string): Piece {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(path)?.[1]
  if (quoted !== undefined) {
    return quoted.replaceAll(/\\(.)/g, (_, char: string) => escapes[char] ?? char)
  }
  const steps: Step[] = []
  let rest = path.replace(/^[$@](?=[.[]|$)/, '')
  // A dot alone asks for a value without a name, which is never there.
  if (rest === '.') return { steps: [''] }
  while (rest !== '') {
    const step = stepPattern.exec(rest)
    if (step === null) {
      return refuse(
        template,
        `wanted names such as .image.tag and indexes such as [0], found ${rest}`,
      )
    }
    const [whole, name, quotedName, index] = step
    if (index === undefined) steps.push((name ?? quotedName ?? '').replaceAll(/\\(.)/g, '$1'))
    else steps.push(Number(index))
    rest = rest.slice(whole.length)
  }
  return { steps }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const stepPattern = /^(?:\.((?:[^\s.[\]{}*?@$()'"\\:,|]|\\.)+)|\['([^']*)'\]|\[(-?[0-9]+)\])/

function follow(values: Table, steps: readonly Step[]): Value {
  let current: Value = values
  for (const step of steps) {
    if (typeof step === 'number') {
      current = isList(current) ? itemsOf(current).at(step) : undefined
    } else current = isMap(current) ? current.get(step) : undefined
    if (current === undefined) return undefined
  }
  return current
}

function textOf(value: Value): string {
  if (value === null) return 'null'
  return isMap(value) || isList(value) ? encodeJson(value, { html: true }) : formatValue(value)
}

function refuse(template: string, problem: string): never {
  throw new ChartError('values', `error parsing jsonpath ${template}: ${problem}`)
}
