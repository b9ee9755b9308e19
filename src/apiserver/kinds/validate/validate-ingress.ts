import { fieldOf, type Json, type JsonObject } from '../../../objects/json.ts'
import { listAt, numberAt, textAt } from '../../../objects/kube-object.ts'
import { invalid, required, type FieldError } from '../../field-errors.ts'
import { isPortName } from '../../registry/name-rules.ts'

/** The errors of an ingress. */
export function checkIngress(object: JsonObject): readonly FieldError[] {
  const spec = fieldOf(object, 'spec')
  const rules = listAt(spec, ['rules'])
  const fallback = fieldOf(spec, 'defaultBackend')
  const errors: FieldError[] = []
  if (rules.length === 0 && fallback === undefined) {
    errors.push(invalid('spec', [], 'either `defaultBackend` or `rules` must be specified'))
  }
  if (fallback !== undefined) errors.push(...checkBackend(fallback, 'spec.defaultBackend'))
  return [
    ...errors,
    ...rules.flatMap((rule, at) => checkPaths(fieldOf(rule, 'http'), `spec.rules[${at}].http`)),
  ]
}

function checkPaths(http: Json | undefined, path: string): readonly FieldError[] {
  if (http === undefined) return []
  const paths = listAt(http, ['paths'])
  if (paths.length === 0) return [required(`${path}.paths`)]
  return paths.flatMap((one, at) => checkPath(one, `${path}.paths[${at}]`))
}

function checkPath(one: Json, path: string): readonly FieldError[] {
  const type = textAt(one, ['pathType'])
  const text = textAt(one, ['path'])
  const errors: FieldError[] = []
  if (type === '') errors.push(required(`${path}.pathType`, 'pathType must be specified'))
  else if (type !== 'ImplementationSpecific' && !text.startsWith('/')) {
    errors.push(invalid(`${path}.path`, text, 'must be an absolute path'))
  }
  return [...errors, ...checkBackend(fieldOf(one, 'backend') ?? {}, `${path}.backend`)]
}

function checkBackend(backend: Json, path: string): readonly FieldError[] {
  const service = fieldOf(backend, 'service')
  if (fieldOf(backend, 'resource') !== undefined) {
    if (service === undefined) return []
    return [invalid(path, '', 'cannot set both resource and service backends')]
  }
  if (service === undefined) return [invalid(path, '', 'resource or service backend is required')]
  const errors: FieldError[] = []
  if (textAt(service, ['name']) === '') errors.push(required(`${path}.service.name`))
  const isNamed = textAt(service, ['port', 'name']) !== ''
  const isNumbered = (numberAt(service, ['port', 'number']) ?? 0) !== 0
  if (isNamed && isNumbered) {
    errors.push(invalid(path, '', 'cannot set both port name & port number'))
  } else if (isNamed) {
    const name = textAt(service, ['port', 'name'])
    const faults = isPortName(name)
    errors.push(...faults.map((fault) => invalid(`${path}.service.port.name`, name, fault)))
  } else if (!isNumbered) {
    errors.push(required(path, 'port name or number is required'))
  }
  return errors
}
