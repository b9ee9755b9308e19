import type { JsonObject } from '../json.ts'
import { conditionsOf, readPath, textAt } from '../kube-object.ts'
import type { StatusRule } from './status-rule.ts'
import { current, failed, inProgress, type StatusReport } from './status.ts'

/** The rules for everything that runs no pods. */
export const clusterRules: readonly (readonly [string, StatusRule])[] = [
  ['Service', service],
  ['PersistentVolumeClaim', claim],
  ['Secret', () => current('Resource is always ready')],
  ['ConfigMap', () => current('Resource is always ready')],
  ['policy/PodDisruptionBudget', () => current('AllowedDisruptions has been computed.')],
  ['apiextensions.k8s.io/CustomResourceDefinition', crd],
]

function service(object: JsonObject): StatusReport {
  const needsAddress = textAt(object, ['spec', 'type']) === 'LoadBalancer'
  if (needsAddress && textAt(object, ['spec', 'clusterIP']) === '')
    return inProgress('NoIPAssigned', 'ClusterIP not set. Service type: LoadBalancer')
  return current('Service is ready')
}

function claim(object: JsonObject): StatusReport {
  const written = readPath(object, ['status', 'phase'])
  const phase = typeof written === 'string' ? written : 'unknown'
  if (phase !== 'Bound') return inProgress('NotBound', `PVC is not Bound. phase: ${phase}`)
  return current('PVC is Bound')
}

function crd(object: JsonObject): StatusReport {
  for (const { type, status, reason, message } of conditionsOf(object)) {
    if (type === 'NamesAccepted' && status === 'False') return failed(reason, message)
    if (type !== 'Established') continue
    if (status === 'False' && reason !== 'Installing') return failed(reason, message)
    if (status === 'True') return current('CRD is established')
  }
  return inProgress('Installing', 'Install in progress')
}
