import {
  equalJson,
  fieldOf,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../objects/json.ts'
import { listAt, numberAt, readPath, textAt } from '../../../objects/kube-object.ts'
import { matchesLabels } from '../../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../../objects/selector/read-label-selector.ts'
import { ObjectsError } from '../../../objects/errors.ts'
import {
  forbiddenField,
  invalid,
  required,
  unsupported,
  type FieldError,
} from '../../field-errors.ts'
import { checkPodSpec } from './validate-pod.ts'

const notMatching = '`selector` does not match template `labels`'

/** The errors of a kind that makes pods from a template and selects them by labels. */
export function checkWorkload(object: JsonObject): readonly FieldError[] {
  const spec = fieldOf(object, 'spec')
  const errors = [...checkReplicas(spec)]
  const selector = fieldOf(spec, 'selector')
  const labels = readPath(spec, ['template', 'metadata', 'labels'])
  if (selector === undefined) errors.push(required('spec.selector'))
  else if (isEmptySelector(selector)) {
    const kind = textAt(object, ['kind']).toLowerCase()
    const detail = `empty selector is invalid for ${kind === 'replicaset' ? 'deployment' : kind}`
    errors.push(invalid('spec.selector', selector, detail))
  }
  if (selector === undefined || !selects(selector, labels)) {
    errors.push(invalid('spec.template.metadata.labels', labels ?? null, notMatching))
  }
  const template = readPath(spec, ['template', 'spec'])
  const claims = listAt(spec, ['volumeClaimTemplates'])
  const claimed = claims.map((claim) => textAt(claim, ['metadata', 'name']))
  errors.push(...checkPodSpec(template, 'spec.template.spec', claimed))
  const policy = textAt(template, ['restartPolicy'])
  if (policy !== 'Always' && errors.every(({ field }) => !field.endsWith('restartPolicy'))) {
    errors.push(unsupported('spec.template.spec.restartPolicy', policy, ['Always']))
  }
  return errors
}

export function checkDeployment(object: JsonObject): readonly FieldError[] {
  const strategy = readPath(object, ['spec', 'strategy'])
  const errors = [...checkWorkload(object)]
  const type = textAt(strategy, ['type'])
  if (type !== 'Recreate' && type !== 'RollingUpdate') {
    const value = { Type: type, RollingUpdate: null }
    const known = ['Recreate', 'RollingUpdate']
    errors.push({ ...unsupported('spec.strategy', value, known), order: 'kept' })
  }
  const isRecreate = textAt(strategy, ['type']) === 'Recreate'
  if (isRecreate && fieldOf(strategy, 'rollingUpdate') !== undefined) {
    const detail = "may not be specified when strategy `type` is 'Recreate'"
    errors.push(forbiddenField('spec.strategy.rollingUpdate', detail))
  }
  return errors
}

/** The errors in the counts that a controller tells. */
export function checkDeploymentStatus(object: JsonObject): readonly FieldError[] {
  const status = fieldOf(object, 'status')
  const count = (field: string) => numberAt(status, [field]) ?? 0
  const errors: FieldError[] = []
  for (const field of ['updatedReplicas', 'readyReplicas', 'availableReplicas']) {
    if (count(field) <= count('replicas')) continue
    const detail = 'cannot be greater than status.replicas'
    errors.push(invalid(`status.${field}`, count(field), detail))
  }
  if (count('availableReplicas') > count('readyReplicas')) {
    const detail = 'cannot be greater than readyReplicas'
    errors.push(invalid('status.availableReplicas', count('availableReplicas'), detail))
  }
  return errors
}

/** Which pods are selected is fixed for good. */
export function checkSelectorStays(object: JsonObject, old: JsonObject): readonly FieldError[] {
  const path = ['spec', 'selector']
  const [now, before] = [readPath(object, path), readPath(old, path)]
  return equalJson(now, before) ? [] : [invalid('spec.selector', now ?? null, 'field is immutable')]
}

export function checkJob(object: JsonObject): readonly FieldError[] {
  const template = readPath(object, ['spec', 'template', 'spec'])
  return checkJobTemplate(template, 'spec.template.spec')
}

export function checkCronJob(object: JsonObject): readonly FieldError[] {
  const path = ['spec', 'jobTemplate', 'spec', 'template', 'spec']
  const errors = checkJobTemplate(readPath(object, path), path.join('.'))
  return [...checkSchedule(textAt(object, ['spec', 'schedule'])), ...errors]
}

/** Five fields or a word; the fields are checked by the controller that starts the jobs. */
function checkSchedule(schedule: string): readonly FieldError[] {
  if (schedule === '') return [required('spec.schedule')]
  if (schedule.startsWith('@')) return []
  const fields = schedule
    .replace(/^(?:TZ|CRON_TZ)=\S+\s+/, '')
    .split(/\s+/)
    .filter(Boolean)
  if (fields.length === 5) return []
  const detail = `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`
  return [invalid('spec.schedule', schedule, detail)]
}

function checkJobTemplate(template: Json | undefined, path: string): readonly FieldError[] {
  const policy = textAt(template, ['restartPolicy'])
  const errors = checkPodSpec(template, path)
  if (policy !== 'Always') return errors
  return [...errors, required(`${path}.restartPolicy`, 'valid values: "OnFailure", "Never"')]
}

function checkReplicas(spec: Json | undefined): readonly FieldError[] {
  const replicas = numberAt(spec, ['replicas']) ?? 0
  if (replicas >= 0) return []
  return [invalid('spec.replicas', replicas, 'must be greater than or equal to 0')]
}

function isEmptySelector(selector: Json): boolean {
  const labels = readPath(selector, ['matchLabels'])
  const isWithoutLabels = !isJsonObject(labels) || Object.keys(labels).length === 0
  return isWithoutLabels && listAt(selector, ['matchExpressions']).length === 0
}

function selects(selector: Json, labels: Json | undefined): boolean {
  try {
    const texts = (labels ?? {}) as Readonly<Record<string, string>>
    return matchesLabels(readLabelSelector(selector), texts)
  } catch (error) {
    if (error instanceof ObjectsError) return false
    throw error
  }
}
