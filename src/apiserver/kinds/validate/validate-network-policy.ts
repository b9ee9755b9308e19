import { isJsonObject, type JsonObject } from '../../../objects/json.ts'
import { listAt } from '../../../objects/kube-object.ts'
import { required, unsupported, type FieldError } from '../../field-errors.ts'

const directions = ['Ingress', 'Egress']

/** The errors of a network policy. */
export function checkNetworkPolicy(object: JsonObject): readonly FieldError[] {
  const types = listAt(object, ['spec', 'policyTypes']).flatMap((type, at) =>
    directions.includes(typeof type === 'string' ? type : '')
      ? []
      : [unsupported(`spec.policyTypes[${at}]`, type, directions)],
  )
  return [...checkPeers(object, 'ingress', 'from'), ...checkPeers(object, 'egress', 'to'), ...types]
}

function checkPeers(object: JsonObject, rules: string, peers: string): readonly FieldError[] {
  return listAt(object, ['spec', rules]).flatMap((rule, at) =>
    listAt(rule, [peers]).flatMap((peer, place) =>
      isJsonObject(peer) && Object.keys(peer).length > 0
        ? []
        : [required(`spec.${rules}[${at}].${peers}[${place}]`, 'must specify a peer')],
    ),
  )
}
