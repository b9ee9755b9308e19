import type { JsonObject } from '../../objects/json.ts'
import { listAt } from '../../objects/kube-object.ts'
import { unsupported } from '../field-errors.ts'
import type { FieldError } from '../field-errors.ts'

const directions = ['Ingress', 'Egress']

/** What is wrong with a network policy. */
export function checkNetworkPolicy(object: JsonObject): readonly FieldError[] {
  return listAt(object, ['spec', 'policyTypes']).flatMap((type, at) =>
    directions.includes(typeof type === 'string' ? type : '')
      ? []
      : [unsupported(`spec.policyTypes[${at}]`, type, directions)],
  )
}
