import { quote } from '../../formats/quote.ts'
import { ObjectsError } from '../errors.ts'
import { fieldOf, isJsonObject, type Json } from '../json.ts'
import { listAt, textAt } from '../kube-object.ts'
import { labelRequirement } from './label-requirement.ts'
import { sortRequirements, type LabelOperator, type LabelSelector } from './label-selector.ts'

/**
 * The selector that an object such as `spec.selector` of a Deployment means. Without one nothing is
 * selected; an empty one selects everything.
 */
export function readLabelSelector(written: Json | undefined): LabelSelector {
  if (!isJsonObject(written)) return 'nothing'
  const labels = fieldOf(written, 'matchLabels')
  const equal = Object.entries(isJsonObject(labels) ? labels : {}).map(([key, value]) =>
    labelRequirement(key, '=', [typeof value === 'string' ? value : '']),
  )
  const others = listAt(written, ['matchExpressions']).map((expression) =>
    labelRequirement(
      textAt(expression, ['key']),
      operatorOf(textAt(expression, ['operator'])),
      listAt(expression, ['values']).filter((value) => typeof value === 'string'),
    ),
  )
  return sortRequirements([...equal, ...others])
}

function operatorOf(written: string): LabelOperator {
  const operator = operators.get(written)
  if (operator !== undefined) return operator
  throw new ObjectsError(
    'invalid-selector',
    `${quote(written)} is not a valid label selector operator`,
  )
}

const operators: ReadonlyMap<string, LabelOperator> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
])
