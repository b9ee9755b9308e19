import type { Json, JsonObject } from '../../../objects/json.ts'
import { listAt } from '../../../objects/kube-object.ts'
import { invalid, required, type FieldError } from '../../field-errors.ts'

/** The errors in the rules of a role in a namespace. */
export function checkRole(object: JsonObject): readonly FieldError[] {
  return checkRules(object, 'namespaced')
}

/** The same for a role of the whole cluster, whose rules may also be about paths. */
export function checkClusterRole(object: JsonObject): readonly FieldError[] {
  return checkRules(object, 'cluster')
}

function checkRules(object: JsonObject, scope: 'namespaced' | 'cluster'): readonly FieldError[] {
  return listAt(object, ['rules']).flatMap((rule, at) => checkRule(rule, `rules[${at}]`, scope))
}

function checkRule(
  rule: Json,
  path: string,
  scope: 'namespaced' | 'cluster',
): readonly FieldError[] {
  const has = (field: string) => listAt(rule, [field]).length > 0
  const errors: FieldError[] = []
  if (!has('verbs')) {
    errors.push(required(`${path}.verbs`, 'verbs must contain at least one value'))
  }
  if (has('nonResourceURLs')) {
    const found = listAt(rule, ['nonResourceURLs'])
    const here = `${path}.nonResourceURLs`
    if (scope === 'namespaced') {
      errors.push(invalid(here, found, 'namespaced rules cannot apply to non-resource URLs'))
    }
    if (has('apiGroups') || has('resources') || has('resourceNames')) {
      const detail = 'rules cannot apply to both regular resources and non-resource URLs'
      errors.push(invalid(here, found, detail))
    }
    return errors
  }
  for (const [field, what] of [
    ['apiGroups', 'api group'],
    ['resources', 'resource'],
  ] as const) {
    if (has(field)) continue
    errors.push(required(`${path}.${field}`, `resource rules must supply at least one ${what}`))
  }
  return errors
}
