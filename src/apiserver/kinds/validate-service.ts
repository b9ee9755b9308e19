import type { JsonObject } from '../../objects/json.ts'
import { fieldOf } from '../../objects/json.ts'
import { listAt, numberAt, textAt } from '../../objects/kube-object.ts'
import { required, unsupported } from '../field-errors.ts'
import type { FieldError } from '../field-errors.ts'
import { checkPort } from './validate-pod.ts'

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort']

export function checkService(object: JsonObject): readonly FieldError[] {
  const spec = fieldOf(object, 'spec')
  const ports = listAt(spec, ['ports'])
  const type = textAt(spec, ['type'])
  const errors: FieldError[] = []
  const isHeadless = textAt(spec, ['clusterIP']) === 'None'
  if (ports.length === 0 && !isHeadless && type !== 'ExternalName')
    errors.push(required('spec.ports'))
  for (const [at, port] of ports.entries()) {
    const path = `spec.ports[${at}]`
    if (ports.length > 1 && textAt(port, ['name']) === '') errors.push(required(`${path}.name`))
    errors.push(...checkPort(numberAt(port, ['port']), `${path}.port`))
  }
  if (!types.includes(type)) errors.push(unsupported('spec.type', type, types))
  if (type === 'ExternalName' && textAt(spec, ['externalName']) === '') {
    errors.push(required('spec.externalName'))
  }
  return errors
}
