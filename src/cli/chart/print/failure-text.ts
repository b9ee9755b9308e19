import { quote } from '../../../formats/quote.ts'
import {
  typeWords,
  valueWords,
  type FailedValue,
  type FailureExplanation,
} from '../../../chart/explain/explain-failure.ts'
import type { ValueSource } from '../../../chart/explain/layers.ts'
import { pathText } from '../../../template/trace/values-path.ts'
import { findNearest } from '../../../std/find-nearest.ts'

/** The text after Helm's: the template line, and the values that it failed on. */
export function failureText({ location, values, wanted }: FailureExplanation): string {
  const { template, line, column, lineText } = location
  const at = column === undefined ? '' : `:${column}`
  const number = ` ${line} `
  const margin = ' '.repeat(number.length)
  const shown = lineText.replaceAll('\t', ' ')
  const caret = column === undefined ? [] : [`${margin}|${' '.repeat(column + 1)}^`]
  return [
    `where: ${template === 'gotpl' ? 'the text given to tpl' : template}:${line}${at}`,
    `${number}| ${shown}`,
    ...caret,
    ...values.map((value) => `value: ${describeValue(value, wanted)}`),
  ].join('\n')
}

function describeValue(value: FailedValue, wanted: string | undefined): string {
  if (value.missingFrom !== undefined) return describeMissing(value, value.missingFrom)
  const source = value.setBy === undefined ? '' : ` (${sourceText(value.setBy)})`
  const found = `${value.path} is ${valueWords(value.found)}${scalarText(value)}${source}`
  if (wanted === undefined || typeWords(wanted) === valueWords(value.found)) return found
  return `${found}, the template wants ${typeWords(wanted)}`
}

function describeMissing(
  { path }: FailedValue,
  { above, names }: NonNullable<FailedValue['missingFrom']>,
): string {
  const key = path.slice(above.length === 0 ? 0 : pathText(above).length + 1)
  const nearest = findNearest(key, names)
  const hint = nearest === undefined ? '' : `; did you mean ${pathText([...above, nearest])}?`
  return `${path} is not set by the chart, a file or a flag${hint}`
}

const secretName = /pass|secret|token|key|credential|auth/i

/** The value itself, unless it may be one that nobody should see. */
function scalarText({ path, found }: FailedValue): string {
  if (secretName.test(path)) return ''
  if (typeof found === 'string') return found.length > 60 ? '' : ` ${quote(found)}`
  return typeof found === 'number' || typeof found === 'boolean' ? ` ${found}` : ''
}

/** The source that set a value, for people. */
export function sourceText({ layer, name, line }: ValueSource): string {
  const place = line === undefined ? name : `${name}:${line}`
  return layer === 'default' ? `default in ${place}` : `set in ${place}`.replace('in --', 'by --')
}
