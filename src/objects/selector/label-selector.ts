import { compareStrings } from '../../formats/go-string.ts'

export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | '>' | '<'

/** One condition on labels. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: LabelOperator
  readonly values: readonly string[]
}

/** Conditions that must all hold; none match everything. */
export type LabelSelector = readonly LabelRequirement[] | 'nothing'

/** Whether labels fulfil a selector. */
export function matchesLabels(
  selector: LabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return selector !== 'nothing' && selector.every((requirement) => isMet(requirement, labels))
}

/** A selector as the API takes it, in canonical form. */
export function printLabelSelector(selector: LabelSelector): string {
  return selector === 'nothing' ? '' : selector.map(printRequirement).join(',')
}

/** The requirements in the order in which they are printed. */
export function sortRequirements(
  requirements: readonly LabelRequirement[],
): readonly LabelRequirement[] {
  return requirements.toSorted((a, b) => compareStrings(a.key, b.key))
}

function isMet(
  { key, operator, values }: LabelRequirement,
  labels: Readonly<Record<string, string>>,
): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined
  switch (operator) {
    case '=':
    case '==':
    case 'in':
      return value !== undefined && values.includes(value)
    case '!=':
    case 'notin':
      return value === undefined || !values.includes(value)
    case 'exists':
      return value !== undefined
    case '!':
      return value === undefined
    case '>':
    case '<':
      return compareNumbers(value, operator, values[0])
  }
}

function compareNumbers(
  label: string | undefined,
  operator: '>' | '<',
  bound: string | undefined,
): boolean {
  if (label === undefined || bound === undefined || !isInteger(label) || !isInteger(bound))
    return false
  return operator === '>' ? BigInt(label) > BigInt(bound) : BigInt(label) < BigInt(bound)
}

/** Whether a text is an integer of 64 bits. */
export function isInteger(text: string): boolean {
  if (!/^[+-]?\d{1,19}$/.test(text)) return false
  return BigInt.asIntN(64, BigInt(text.replace('+', ''))) === BigInt(text.replace('+', ''))
}

function printRequirement({ key, operator, values }: LabelRequirement): string {
  const sorted = values.toSorted(compareStrings).join(',')
  switch (operator) {
    case 'exists':
      return key
    case '!':
      return `!${key}`
    case 'in':
    case 'notin':
      return `${key} ${operator} (${sorted})`
    default:
      return `${key}${operator}${sorted}`
  }
}
