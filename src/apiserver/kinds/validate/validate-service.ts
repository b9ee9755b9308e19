import { type Json, type JsonObject, fieldOf } from '../../../objects/json.ts'
import { listAt, numberAt, textAt } from '../../../objects/kube-object.ts'
import { duplicate, required, unsupported, type FieldError } from '../../field-errors.ts'
import { checkPort } from './validate-pod.ts'

const policies = ['Cluster', 'Local']
const protocols = ['SCTP', 'TCP', 'UDP']
const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']

export function checkService(object: JsonObject): readonly FieldError[] {
  const spec = fieldOf(object, 'spec')
  const ports = listAt(spec, ['ports'])
  const type = textAt(spec, ['type'])
  const errors: FieldError[] = []
  const isHeadless = textAt(spec, ['clusterIP']) === 'None'
  if (ports.length === 0 && !isHeadless && type !== 'ExternalName')
    errors.push(required('spec.ports'))
  const names = new Set<string>()
  for (const [at, port] of ports.entries()) {
    const path = `spec.ports[${at}]`
    const name = textAt(port, ['name'])
    if (ports.length > 1 && name === '') errors.push(required(`${path}.name`))
    if (name !== '' && names.has(name)) errors.push(duplicate(`${path}.name`, name))
    names.add(name)
    errors.push(...checkPort(numberAt(port, ['port']), `${path}.port`))
    const protocol = textAt(port, ['protocol'])
    if (!protocols.includes(protocol)) {
      errors.push(unsupported(`${path}.protocol`, protocol, protocols))
    }
  }
  errors.push(...checkTwice(ports), ...checkFamilies(textAt(spec, ['ipFamilyPolicy'])))
  for (const field of ['externalTrafficPolicy', 'internalTrafficPolicy']) {
    const policy = fieldOf(spec, field)
    if (typeof policy !== 'string' || policies.includes(policy)) continue
    errors.push(unsupported(`spec.${field}`, policy, policies))
  }
  if (!types.includes(type)) errors.push(unsupported('spec.type', type, types))
  if (type === 'ExternalName' && textAt(spec, ['externalName']) === '') {
    errors.push(required('spec.externalName'))
  }
  return errors
}

/** A port is taken once per protocol; a second one is printed as Go prints its struct. */
function checkTwice(ports: readonly Json[]): readonly FieldError[] {
  const seen = new Set<string>()
  return ports.flatMap((port, at): readonly FieldError[] => {
    const [Protocol, Port] = [textAt(port, ['protocol']), numberAt(port, ['port']) ?? 0]
    const key = `${Protocol} ${Port}`
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    const value = { Name: '', Protocol, AppProtocol: null, Port, TargetPort: 0, NodePort: 0 }
    return [{ ...duplicate(`spec.ports[${at}]`, value), order: 'kept' }]
  })
}

const families = ['PreferDualStack', 'RequireDualStack', 'SingleStack']

function checkFamilies(policy: string): readonly FieldError[] {
  if (policy === '' || families.includes(policy)) return []
  return [unsupported('spec.ipFamilyPolicy', policy, families)]
}
