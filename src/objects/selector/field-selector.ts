import { compareStrings } from '../../formats/go-string.ts'
import { ObjectsError } from '../errors.ts'

/** One condition on fields. */
export interface FieldTerm {
  readonly field: string
  readonly operator: '=' | '!='
  readonly value: string
}

/** Conditions that must all hold. */
export type FieldSelector = readonly FieldTerm[]

/** Reads a selector such as `metadata.name=web,status.phase!=Running`. */
export function parseFieldSelector(text: string): FieldSelector {
  const terms = splitTerms(text).toSorted(compareStrings)
  return terms.filter((term) => term !== '').map((term) => parseTerm(term, text))
}

/** Whether fields, by their path, fulfil a selector; a field that is not there is empty. */
export function matchesFields(
  selector: FieldSelector,
  fields: Readonly<Record<string, string>>,
): boolean {
  return selector.every(({ field, operator, value }) => {
    const found = Object.hasOwn(fields, field) ? fields[field] : ''
    return operator === '=' ? found === value : found !== value
  })
}

/** A selector as the API takes it. */
export function printFieldSelector(selector: FieldSelector): string {
  return selector
    .map(
      ({ field, operator, value }) => `${field}${operator}${value.replaceAll(/[\\,=]/g, '\\$&')}`,
    )
    .join(',')
}

function splitTerms(text: string): readonly string[] {
  const terms: string[] = []
  let term = ''
  let isEscaped = false
  for (const char of text) {
    if (char === ',' && !isEscaped) {
      terms.push(term)
      term = ''
    } else term += char
    isEscaped = char === '\\' && !isEscaped
  }
  return [...terms, term]
}

function parseTerm(term: string, selector: string): FieldTerm {
  const parts = /^(.*?)(!=|==|=)(.*)$/s.exec(term)
  const [, field, operator, value] = parts ?? []
  if (field === undefined || value === undefined)
    throw invalid(`invalid selector: '${selector}'; can't understand '${term}'`)
  return { field, operator: operator === '!=' ? '!=' : '=', value: unescapeValue(value) }
}

function unescapeValue(written: string): string {
  let value = ''
  let isEscaped = false
  for (const char of written) {
    if (isEscaped) {
      if (!'\\,='.includes(char))
        throw invalid(`invalid field selector: invalid escape sequence: \\${char}`)
      value += char
      isEscaped = false
    } else if (char === '\\') isEscaped = true
    else if (char === ',' || char === '=')
      throw invalid(`invalid field selector: unescaped character in value: ${char.charCodeAt(0)}`)
    else value += char
  }
  if (isEscaped) throw invalid('invalid field selector: invalid escape sequence: \\')
  return value
}

function invalid(message: string): ObjectsError {
  return new ObjectsError('invalid-selector', message)
}
