import { isIP } from 'node:net'
import { ObjectsError } from '../../../objects/errors.ts'
import {
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../objects/json.ts'
import { listAt, numberAt, textAt } from '../../../objects/kube-object.ts'
import { parseQuantity } from '../../../objects/quantity/parse-quantity.ts'
import { compareQuantities } from '../../../objects/quantity/quantity.ts'
import {
  duplicate,
  forbiddenField,
  invalid,
  required,
  unsupported,
  type FieldError,
} from '../../field-errors.ts'
import { isLabel, isSubdomain } from '../../registry/name-rules.ts'

const restartPolicies = ['Always', 'OnFailure', 'Never']
const pullPolicies = ['Always', 'IfNotPresent', 'Never']
const dnsPolicies = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']

const noSource =
  'must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'
const handlers = ['exec', 'httpGet', 'tcpSocket', 'grpc']

/** The errors in the spec of a pod, wherever it stands. */
export function checkPodSpec(
  spec: Json | undefined,
  path: string,
  claimed: readonly string[] = [],
): readonly FieldError[] {
  const volumes = listAt(spec, ['volumes'])
  const names = new Set([...volumes.map((volume) => textAt(volume, ['name'])), ...claimed])
  const containers = listAt(spec, ['containers'])
  const errors = [...checkVolumes(volumes, `${path}.volumes`)]
  if (containers.length === 0) errors.push(required(`${path}.containers`))
  errors.push(...checkContainers(containers, `${path}.containers`, names, []))
  const inits = listAt(spec, ['initContainers'])
  const taken = containers.map((container) => textAt(container, ['name']))
  errors.push(...checkContainers(inits, `${path}.initContainers`, names, taken))
  errors.push(...checkSpread(spec, `${path}.topologySpreadConstraints`))
  for (const [at, alias] of listAt(spec, ['hostAliases']).entries()) {
    const ip = textAt(alias, ['ip'])
    if (isIP(ip) !== 0) continue
    const detail = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'
    errors.push(invalid(`${path}.hostAliases[${at}].ip`, ip, detail))
  }
  const policy = textAt(spec, ['restartPolicy'])
  if (!restartPolicies.includes(policy)) {
    errors.push(unsupported(`${path}.restartPolicy`, policy, restartPolicies))
  }
  const dns = textAt(spec, ['dnsPolicy'])
  if (!dnsPolicies.includes(dns)) errors.push(unsupported(`${path}.dnsPolicy`, dns, dnsPolicies))
  return errors
}

const whenUnsatisfiable = ['DoNotSchedule', 'ScheduleAnyway']

function checkSpread(spec: Json | undefined, path: string): readonly FieldError[] {
  return listAt(spec, ['topologySpreadConstraints']).flatMap((one, at) => {
    const errors: FieldError[] = []
    const skew = numberAt(one, ['maxSkew']) ?? 0
    if (skew <= 0) {
      errors.push(invalid(`${path}[${at}].maxSkew`, skew, 'must be greater than zero'))
    }
    if (textAt(one, ['topologyKey']) === '') {
      errors.push(required(`${path}[${at}].topologyKey`, 'can not be empty'))
    }
    const otherwise = textAt(one, ['whenUnsatisfiable'])
    if (!whenUnsatisfiable.includes(otherwise)) {
      const here = `${path}[${at}].whenUnsatisfiable`
      errors.push(unsupported(here, otherwise, whenUnsatisfiable))
    }
    return errors
  })
}

function checkVolumes(volumes: readonly Json[], path: string): readonly FieldError[] {
  const seen = new Set<string>()
  return volumes.flatMap((volume, at) => {
    const name = textAt(volume, ['name'])
    const errors: FieldError[] = []
    const sources = isJsonObject(volume) ? Object.keys(volume).filter((key) => key !== 'name') : []
    for (const extra of sources.toSorted().slice(1)) {
      const detail = 'may not specify more than 1 volume type'
      errors.push(forbiddenField(`${path}[${at}].${extra}`, detail))
    }
    if (name === '') errors.push(required(`${path}[${at}].name`))
    else errors.push(...isLabel(name).map((fault) => invalid(`${path}[${at}].name`, name, fault)))
    if (seen.has(name)) errors.push(duplicate(`${path}[${at}].name`, name))
    seen.add(name)
    return errors
  })
}

function checkContainers(
  containers: readonly Json[],
  path: string,
  volumes: ReadonlySet<string>,
  taken: readonly string[],
): readonly FieldError[] {
  const seen = new Set<string>(taken)
  return containers.flatMap((container, at) => {
    const name = textAt(container, ['name'])
    const here = `${path}[${at}]`
    const errors: FieldError[] = []
    if (name === '') errors.push(required(`${here}.name`))
    else errors.push(...isLabel(name).map((fault) => invalid(`${here}.name`, name, fault)))
    if (name !== '' && seen.has(name)) errors.push(duplicate(`${here}.name`, name))
    seen.add(name)
    return [...errors, ...checkContainer(container, here, volumes)]
  })
}

function checkContainer(
  container: Json,
  path: string,
  volumes: ReadonlySet<string>,
): readonly FieldError[] {
  const errors: FieldError[] = []
  const image = textAt(container, ['image'])
  if (image === '') errors.push(required(`${path}.image`))
  else if (image !== image.trim()) {
    errors.push(invalid(`${path}.image`, image, 'must not have leading or trailing whitespace'))
  }
  const portNames = new Set<string>()
  for (const [at, port] of listAt(container, ['ports']).entries()) {
    const name = textAt(port, ['name'])
    if (name !== '' && portNames.has(name)) {
      errors.push(duplicate(`${path}.ports[${at}].name`, name))
    }
    portNames.add(name)
    errors.push(
      ...checkPort(numberAt(port, ['containerPort']), `${path}.ports[${at}].containerPort`),
    )
  }
  errors.push(...checkEnvironment(container, path))
  for (const [at, mount] of listAt(container, ['volumeMounts']).entries()) {
    const name = textAt(mount, ['name'])
    const here = `${path}.volumeMounts[${at}]`
    if (name === '') errors.push(required(`${here}.name`))
    else if (!volumes.has(name)) {
      errors.push({ type: 'not-found', field: `${here}.name`, value: name, detail: '' })
    }
    if (textAt(mount, ['mountPath']) === '') errors.push(required(`${here}.mountPath`))
  }
  errors.push(...checkProbes(container, path))
  const policy = textAt(container, ['imagePullPolicy'])
  if (!pullPolicies.includes(policy)) {
    errors.push(unsupported(`${path}.imagePullPolicy`, policy, pullPolicies))
  }
  return [...errors, ...checkResources(fieldOf(container, 'resources'), `${path}.resources`)]
}

function checkEnvironment(container: Json, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const [at, one] of listAt(container, ['env']).entries()) {
    const here = `${path}.env[${at}]`
    if (textAt(one, ['name']) === '') errors.push(required(`${here}.name`))
    const source = fieldOf(one, 'valueFrom')
    if (!isJsonObject(source)) continue
    if (Object.keys(source).length === 0) {
      errors.push(invalid(`${here}.valueFrom`, '', noSource))
    } else if (textAt(one, ['value']) !== '') {
      const detail = 'may not be specified when `value` is not empty'
      errors.push(invalid(`${here}.valueFrom`, '', detail))
    }
    for (const kind of ['configMapKeyRef', 'secretKeyRef']) {
      errors.push(...checkKeyReference(source[kind], `${here}.valueFrom.${kind}`))
    }
  }
  return errors
}

function checkKeyReference(reference: Json | undefined, path: string): readonly FieldError[] {
  if (!isJsonObject(reference)) return []
  const name = textAt(reference, ['name'])
  const errors = isSubdomain(name).map((fault) => invalid(`${path}.name`, name, fault))
  return textAt(reference, ['key']) === '' ? [...errors, required(`${path}.key`)] : errors
}

function checkProbes(container: Json, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const field of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = fieldOf(container, field)
    if (!isJsonObject(probe)) continue
    if (!handlers.some((handler) => probe[handler] !== undefined)) {
      errors.push(required(`${path}.${field}`, 'must specify a handler type'))
    }
    for (const handler of ['httpGet', 'tcpSocket']) {
      const port = fieldOf(probe[handler], 'port') ?? 0
      if (probe[handler] === undefined || port !== 0) continue
      const detail = 'must be between 1 and 65535, inclusive'
      errors.push(invalid(`${path}.${field}.${handler}.port`, port, detail))
    }
  }
  return errors
}

/** A port has to be a number that TCP has. */
export function checkPort(port: number | undefined, path: string): readonly FieldError[] {
  if (port === undefined || port === 0) return [required(path)]
  if (port > 0 && port < 65_536) return []
  return [invalid(path, port, 'must be between 1 and 65535, inclusive')]
}

function checkResources(resources: Json | undefined, path: string): readonly FieldError[] {
  const limits = fieldOf(resources, 'limits')
  const requests = fieldOf(resources, 'requests')
  if (!isJsonObject(requests) || !isJsonObject(limits)) return []
  return Object.entries(requests).flatMap(([name, amount]) => {
    const limit = limits[name]
    if (typeof limit !== 'string' || typeof amount !== 'string') return []
    if (!isMore(amount, limit)) return []
    const detail = `must be less than or equal to ${name} limit of ${limit}`
    return [invalid(`${path}.requests`, amount, detail)]
  })
}

function isMore(amount: string, limit: string): boolean {
  try {
    return compareQuantities(parseQuantity(amount), parseQuantity(limit)) > 0
  } catch (error) {
    if (error instanceof ObjectsError) return false
    throw error
  }
}

const changeable = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
]

/** Of a pod that is there, hardly anything can be changed. */
export function checkPodUpdate(object: JsonObject, old: JsonObject): readonly FieldError[] {
  const [now, before] = [fixedPart(fieldOf(object, 'spec')), fixedPart(fieldOf(old, 'spec'))]
  if (equalJson(now, before)) return []
  const detail = `pod updates may not change fields other than ${changeable.join(',')}`
  return [forbiddenField('spec', detail)]
}

function fixedPart(spec: Json | undefined): Json {
  if (!isJsonObject(spec)) return {}
  const { activeDeadlineSeconds: _, tolerations: __, schedulingGates: ___, ...rest } = spec
  return {
    ...rest,
    containers: withoutImages(rest['containers']),
    initContainers: withoutImages(rest['initContainers']),
  }
}

function withoutImages(list: Json | undefined): Json {
  if (!isJsonList(list)) return null
  return list.map((container): Json => {
    if (!isJsonObject(container)) return container
    const { image: _, ...others } = container
    return others
  })
}
