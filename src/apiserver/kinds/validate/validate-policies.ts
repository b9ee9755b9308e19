import type { JsonObject } from '../../../objects/json.ts'
import { listAt, textAt } from '../../../objects/kube-object.ts'
import { compileProblem } from '../../admission/policies/expressions.ts'
import { invalid, type FieldError } from '../../field-errors.ts'

/** The expressions of a policy, as lists and the paths in their items. */
const ofPolicies = [
  ['matchConditions', ['expression']],
  ['variables', ['expression']],
  ['validations', ['expression']],
  ['validations', ['messageExpression']],
  ['mutations', ['applyConfiguration', 'expression']],
  ['mutations', ['jsonPatch', 'expression']],
  ['auditAnnotations', ['valueExpression']],
] as const

/** Expressions of a policy have to be ones. */
export function checkPolicy(policy: JsonObject): readonly FieldError[] {
  return ofPolicies.flatMap(([list, path]) =>
    listAt(policy, ['spec', list]).flatMap((item, at) =>
      checkExpression(`spec.${list}[${at}].${path.join('.')}`, textAt(item, path)),
    ),
  )
}

/** So have the conditions of webhooks. */
export function checkWebhooks(configuration: JsonObject): readonly FieldError[] {
  return listAt(configuration, ['webhooks']).flatMap((webhook, at) =>
    listAt(webhook, ['matchConditions']).flatMap((condition, index) =>
      checkExpression(
        `webhooks[${at}].matchConditions[${index}].expression`,
        textAt(condition, ['expression']),
      ),
    ),
  )
}

function checkExpression(field: string, expression: string): readonly FieldError[] {
  if (expression === '') return []
  const problem = compileProblem(expression)
  if (problem === undefined) return []
  return [invalid(field, expression, `compilation failed: ${problem}`)]
}
