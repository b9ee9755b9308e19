import { matchingBeginnings } from '../../chart/load/path-match.ts'
import { byteLength, fromBytes, toBytes } from '../../formats/go-string.ts'
import { toLower, toUpper } from '../../formats/unicode/go-unicode.ts'
import { KustomizeError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Expression, Part, VariableUse } from './expression.ts'

export type Variables = ReadonlyMap<string, string>

/** The characters that may still be made; all documents of a build share them. */
export interface SubstitutionBudget {
  characters: number
}

export function substitutionBudget(): SubstitutionBudget {
  return { characters: limits.substitutedCharacters }
}

/** The text with its variables filled in; one that is not there is empty. */
export function evaluate(
  expression: Expression,
  variables: Variables,
  budget: SubstitutionBudget,
): string {
  const texts = expression.map((part) => partText(part, variables, budget))
  return texts.join('')
}

function partText(part: Part, variables: Variables, budget: SubstitutionBudget): string {
  if (typeof part === 'string') return spend(part, part.length, budget)
  const operands = part.operands.map((operand) => partText(operand, variables, budget))
  const value = variables.get(part.name) ?? ''
  // A pattern is compared with every part of the value, and may be replaced as often as it is there.
  const [longest = 0] = operands.map(({ length }) => length).toSorted((a, b) => b - a)
  spend('', value.length * (1 + (costly.test(part.operator) ? longest : 0)), budget)
  const text = apply(part, value, operands)
  return spend(text, text.length, budget)
}

const costly = /^[#%/]/

function spend(text: string, cost: number, budget: SubstitutionBudget): string {
  budget.characters -= cost
  if (budget.characters >= 0) return text
  const message = `variables make more than ${limits.substitutedCharacters} characters of this kustomization`
  throw new KustomizeError('limit', message)
}

function apply(
  { name, operator }: VariableUse,
  value: string,
  operands: readonly string[],
): string {
  const [first, second = ''] = operands
  switch (operator) {
    case ',':
      return mapFirst(value, toLower)
    case ',,':
      return mapAll(value, toLower)
    case '^':
      return mapFirst(value, toUpper)
    case '^^':
      return mapAll(value, toUpper)
    case '#':
    case '##':
      if (first === undefined) return String(byteLength(value))
      return withoutBeginning(value, first, operator === '##')
    case '%':
    case '%%': {
      const rest = withoutBeginning(reverse(value), reverse(first ?? ''), operator === '%%')
      return reverse(rest)
    }
    case ':':
      return substring(name, value, operands)
    case '/':
      return replaceTexts(value, first ?? '', second, 'first')
    case '//':
      return replaceTexts(value, first ?? '', second, 'all')
    case '/#':
      if (operands.length < 2 || !value.startsWith(first ?? '')) return value
      return second + value.slice(first?.length)
    case '/%':
      if (operands.length < 2 || !value.endsWith(first ?? '')) return value
      return value.slice(0, value.length - (first ?? '').length) + second
    default:
      return value === '' ? operands.join('') : value
  }
}

function mapFirst(value: string, change: (char: string) => string): string {
  const [first = '', ...rest] = value
  return change(first) + rest.join('')
}

function mapAll(value: string, change: (char: string) => string): string {
  return [...value].map(change).join('')
}

function reverse(text: string): string {
  return [...text].toReversed().join('')
}

function withoutBeginning(value: string, pattern: string, isLongest: boolean): string {
  const chars = [...value]
  const found = matchingBeginnings(pattern, chars)
  if (found === undefined) return value
  return chars.slice(isLongest ? found.longest : found.shortest).join('')
}

/** Positions are counted in bytes; what is no number leaves the value as it is. */
function substring(name: string, value: string, [from = '', length]: readonly string[]): string {
  const bytes = toBytes(value)
  const given = integerOf(from)
  if (given === undefined) return value
  const start = given < 0 ? Math.max(0, bytes.length + given) : given
  if (length === undefined) return fromBytes(bytes.subarray(start))
  const count = integerOf(length)
  if (count === undefined) return value
  if (start + count >= bytes.length) return fromBytes(bytes.subarray(start))
  if (count >= 0) return fromBytes(bytes.subarray(start, start + count))
  // The length may come from a variable that is secret.
  const message = `the variable ${name} is cut to a length below 0: wanted one from 0`
  throw new KustomizeError('invalid', message)
}

function integerOf(text: string): number | undefined {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : undefined
  return value === undefined || Math.abs(value) > 2 ** 62 ? undefined : value
}

function replaceTexts(value: string, sought: string, by: string, which: 'first' | 'all'): string {
  // Go finds an empty text between all characters.
  if (sought === '')
    return which === 'first' ? by + value : by + [...value].map((char) => char + by).join('')
  return which === 'first' ? value.replace(sought, () => by) : value.replaceAll(sought, () => by)
}
