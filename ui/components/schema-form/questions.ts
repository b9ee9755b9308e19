import type { ValuePath } from '../values-text/edit-values-text.ts'
import { readValuesText } from '../values-text/edit-values-text.ts'
import { type PlainValue, isPlainMap } from '../values-text/plain-value.ts'
import type { FormSchema } from './form-schema.ts'

/** One question of Rancher's questions.yaml. */
export interface Question {
  readonly path: ValuePath
  readonly schema: FormSchema
  readonly isRequired: boolean
  readonly group: string
  /** Asked only where this holds; empty for always. */
  readonly showIf: string
}

/** The questions of a chart in their order, those below another one behind it. Entries that cannot be read are left out. */
export function readQuestions(text: string): readonly Question[] {
  const found = readValuesText(text)
  const list = isPlainMap(found) ? found['questions'] : undefined
  return Array.isArray(list) ? list.flatMap((one: PlainValue) => questionsOf(one, '', '')) : []
}

function questionsOf(one: PlainValue, group: string, above: string): readonly Question[] {
  if (!isPlainMap(one) || typeof one['variable'] !== 'string') return []
  const textOf = (name: string) => (typeof one[name] === 'string' ? one[name] : '')
  const own = textOf('group') || group
  const showIf = [above, textOf('show_if')].filter(Boolean).join('&&')
  const question: Question = {
    path: pathOf(one['variable']),
    schema: schemaOf(one),
    isRequired: one['required'] === true,
    group: own,
    showIf,
  }
  const when = one['show_subquestion_if']
  const condition = when === undefined ? '' : `${one['variable']}=${plainText(when)}`
  const below = Array.isArray(one['subquestions']) ? (one['subquestions'] as PlainValue[]) : []
  const inner = [showIf, condition].filter(Boolean).join('&&')
  return [question, ...below.flatMap((each) => questionsOf(each, own, inner))]
}

/** `a.b[0].c` as a path. */
function pathOf(variable: string): ValuePath {
  return variable
    .replaceAll(/\[(\d+)\]/g, '.[$1')
    .split('.')
    .filter(Boolean)
    .map((part) => (part.startsWith('[') ? Number(part.slice(1)) : part))
}

const types: Readonly<Record<string, FormSchema>> = {
  boolean: { type: 'boolean' },
  int: { type: 'integer' },
  float: { type: 'number' },
  password: { type: 'string', format: 'password' },
  multiline: { type: 'string', format: 'multiline' },
}

type Answer = { readonly [key: string]: PlainValue }

function schemaOf(one: Answer): FormSchema {
  const base = types[plainText(one['type'])] ?? { type: 'string' }
  const options = Array.isArray(one['options']) ? (one['options'] as PlainValue[]) : undefined
  const words = [
    ['title', one['label']],
    ['description', one['description']],
    ['minimum', one['min']],
    ['maximum', one['max']],
    ['minLength', one['min_length']],
    ['maxLength', one['max_length']],
    ['pattern', charactersOf(one)],
  ] as const
  const facts = words.filter(([, value]) => value !== undefined && value !== '')
  return {
    ...base,
    ...Object.fromEntries(facts),
    ...(options === undefined ? {} : { enum: options.map(optionValue) }),
    ...(one['default'] === undefined ? {} : { default: typed(base, one['default']) }),
  }
}

/** The characters that an answer may have, as a pattern over all of it. */
function charactersOf({ valid_chars: valid, invalid_chars: invalid }: Answer): PlainValue {
  if (typeof valid === 'string' && valid !== '') return `^(?:${classOf(valid, '')})*$`
  return typeof invalid === 'string' && invalid !== '' ? `^(?:${classOf(invalid, '^')})*$` : ''
}

// Charts write both a class in its brackets and the characters alone.
function classOf(characters: string, negation: string): string {
  const inner = /^\[\^?(.*)\]$/s.exec(characters)?.[1] ?? characters.replaceAll(/[\]\\^]/g, '\\$&')
  return `[${negation}${inner}]`
}

// An option may be written with a label of its own.
function optionValue(option: PlainValue): PlainValue {
  return isPlainMap(option) ? (option['value'] ?? null) : option
}

// Defaults are often written as texts, whatever the type.
function typed({ type }: FormSchema, value: PlainValue): PlainValue {
  if (typeof value !== 'string') return value
  if (type === 'boolean') return value === 'true'
  if ((type === 'integer' || type === 'number') && value.trim() !== '') return Number(value)
  return value
}

/** Whether a question is asked: `a=b`, `a!=b`, joined by `&&` and `||` from left to right. */
export function isAsked(
  showIf: string,
  valueAt: (path: ValuePath) => PlainValue | undefined,
): boolean {
  if (showIf.trim() === '') return true
  const holds = (term: string) => {
    const [, variable = '', operator = '=', wanted = ''] =
      /^\s*([^=!]+?)\s*(!?=)\s*(.*?)\s*$/.exec(term) ?? []
    const found = plainText(valueAt(pathOf(variable)))
    return operator === '=' ? found === wanted : found !== wanted
  }
  return showIf.split('||').some((part) => part.split('&&').every(holds))
}

/** A value as a condition writes it; empty for what it cannot write. */
function plainText(value: PlainValue | undefined): string {
  return typeof value === 'object' || value === undefined ? '' : String(value)
}
