import { isJsonObject, type JsonObject } from '../json.ts'
import { conditionsOf, kindOf, readPath, textAt } from '../kube-object.ts'
import { batchRules } from './batch-status.ts'
import { clusterRules } from './cluster-status.ts'
import { type StatusRule, integerAt } from './status-rule.ts'
import { current, failed, inProgress, type StatusReport } from './status.ts'
import { workloadRules } from './workload-status.ts'

/** How far an object has come; without the object, that it is not there. */
export function computeStatus(object: JsonObject | undefined, now: Date): StatusReport {
  if (object === undefined) return { status: 'NotFound', message: 'Resource not found' }
  const { group, kind } = kindOf(object)
  const rule = rules.get(group === '' ? kind : `${group}/${kind}`)
  return (
    generalStatus(object) ??
    (rule === undefined ? readyCondition(object) : rule(object, now)) ??
    current('Resource is current')
  )
}

const rules: ReadonlyMap<string, StatusRule> = new Map([
  ...workloadRules,
  ...batchRules,
  ...clusterRules,
])

function generalStatus(object: JsonObject): StatusReport | undefined {
  if (textAt(object, ['metadata', 'deletionTimestamp']) !== '')
    return { status: 'Terminating', message: 'Resource scheduled for deletion' }
  return generationStatus(object) ?? standardConditions(object)
}

function generationStatus(object: JsonObject): StatusReport | undefined {
  const generation = integerAt(object, ['metadata', 'generation'])
  const observed = integerAt(object, ['status', 'observedGeneration'])
  if (generation === undefined || observed === undefined || generation === observed)
    return undefined
  return inProgress(
    'LatestGenerationNotObserved',
    `${kindOf(object).kind} generation is ${generation}, but latest observed generation is ${observed}`,
  )
}

function standardConditions(object: JsonObject): StatusReport | undefined {
  for (const { type, status, reason, message } of conditionsOf(object)) {
    if (status !== 'True') continue
    if (type === 'Reconciling') return inProgress(reason, message)
    if (type === 'Stalled') return failed(reason, message)
  }
  return undefined
}

function readyCondition(object: JsonObject): StatusReport | undefined {
  if (!isJsonObject(readPath(object, ['status']))) return undefined
  for (const { type, status, reason, message } of conditionsOf(object)) {
    if (type !== 'Ready') continue
    if (status === 'True') return current('Resource is Ready')
    if (status === 'False' || status === 'Unknown') return inProgress(reason, message)
  }
  return undefined
}
