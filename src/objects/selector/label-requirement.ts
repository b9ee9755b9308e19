import { quote } from '../../formats/quote.ts'
import { ObjectsError } from '../errors.ts'
import { labelKeyProblems, labelValueProblems } from './label-names.ts'
import { isInteger, type LabelOperator, type LabelRequirement } from './label-selector.ts'

/** A requirement that makes sense. Throws with the words of Kubernetes otherwise. */
export function labelRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
): LabelRequirement {
  const keyProblems = labelKeyProblems(key)
  const problems = [
    ...(keyProblems.length === 0 ? [] : [invalidText('key', key, keyProblems.join('; '))]),
    ...countProblems(operator, values),
    ...values.flatMap((value, at) => {
      const found = labelValueProblems(value)
      return found.length === 0
        ? []
        : [invalidText(`values[${at}][${key}]`, value, found.join('; '))]
    }),
  ]
  if (problems.length === 0) return { key, operator, values }
  const unique = [...new Set(problems)]
  const message = unique.length === 1 ? (unique[0] ?? '') : `[${unique.join(', ')}]`
  throw new ObjectsError('invalid-selector', message)
}

/** A field of a wrong value, as the API server names it. */
export function invalidText(path: string, value: string, why: string): string {
  return `${path}: Invalid value: ${quote(value)}: ${why}`
}

function countProblems(operator: LabelOperator, values: readonly string[]): readonly string[] {
  const listed = `values: Invalid value: ${values.length === 0 ? 'null' : JSON.stringify(values)}`
  switch (operator) {
    case 'in':
    case 'notin':
      if (values.length > 0) return []
      return [`${listed}: for 'in', 'notin' operators, values set can't be empty`]
    case 'exists':
    case '!':
      if (values.length === 0) return []
      return [`${listed}: values set must be empty for exists and does not exist`]
    case '>':
    case '<':
      return values
        .map((value, at) => ({ value, at }))
        .filter(({ value }) => !isInteger(value))
        .map(({ value, at }) =>
          invalidText(
            `values[${at}]`,
            value,
            "for 'Gt', 'Lt' operators, the value must be an integer",
          ),
        )
    default:
      if (values.length === 1) return []
      return [`${listed}: exact-match compatibility requires one single value`]
  }
}
