import type { JsonObject } from '../json.ts'
import { conditionsOf, kindOf, textAt } from '../kube-object.ts'
import { count, integerAt, type StatusRule } from './status-rule.ts'
import { current, failed, inProgress, type StatusReport } from './status.ts'

/** The rules for what runs pods for good. */
export const workloadRules: readonly (readonly [string, StatusRule])[] = [
  ['apps/Deployment', deployment],
  ['extensions/Deployment', deployment],
  ['apps/StatefulSet', statefulSet],
  ['apps/DaemonSet', daemonSet],
  ['extensions/DaemonSet', daemonSet],
  ['apps/ReplicaSet', replicaSet],
  ['extensions/ReplicaSet', replicaSet],
]

// The controller's word for "no deadline".
const noDeadline = 2 ** 31 - 1

function deployment(object: JsonObject): StatusReport {
  const conditions = conditionsOf(object)
  const late = conditions.some(
    ({ type, reason }) => type === 'Progressing' && reason === 'ProgressDeadlineExceeded',
  )
  if (late) return failed('ProgressDeadlineExceeded', 'Progress deadline exceeded')
  const replicas = deploymentReplicas(object)
  if (replicas !== undefined) return replicas
  const progressed =
    count(object, 'spec.progressDeadlineSeconds', noDeadline) === noDeadline ||
    conditions.some(
      ({ type, status, reason }) =>
        type === 'Progressing' && status === 'True' && reason === 'NewReplicaSetAvailable',
    )
  if (!progressed) return inProgress('ReplicaSetNotAvailable', 'ReplicaSet not Available')
  const available = conditions.some(({ type, status }) => type === 'Available' && status === 'True')
  if (!available) return inProgress('DeploymentNotAvailable', 'Deployment not Available')
  return current(`Deployment is available. Replicas: ${count(object, 'status.replicas', 0)}`)
}

function deploymentReplicas(object: JsonObject): StatusReport | undefined {
  const wanted = count(object, 'spec.replicas', 1)
  const all = count(object, 'status.replicas', 0)
  const updated = count(object, 'status.updatedReplicas', 0)
  const available = count(object, 'status.availableReplicas', 0)
  const ready = count(object, 'status.readyReplicas', 0)
  if (wanted > all) return inProgress('LessReplicas', `Replicas: ${all}/${wanted}`)
  if (wanted > updated) return inProgress('LessUpdated', `Updated: ${updated}/${wanted}`)
  if (all > wanted) return inProgress('ExtraPods', `Pending termination: ${all - wanted}`)
  if (updated > available) return inProgress('LessAvailable', `Available: ${available}/${updated}`)
  return wanted > ready ? inProgress('LessReady', `Ready: ${ready}/${wanted}`) : undefined
}

function statefulSet(object: JsonObject): StatusReport {
  if (textAt(object, ['spec', 'updateStrategy', 'type']) === 'OnDelete')
    return current('StatefulSet is using the ondelete update strategy')
  const wanted = count(object, 'spec.replicas', 1)
  const ready = count(object, 'status.readyReplicas', 0)
  const all = count(object, 'status.replicas', 0)
  if (wanted > all) return inProgress('LessReplicas', `Replicas: ${all}/${wanted}`)
  if (wanted > ready) return inProgress('LessReady', `Ready: ${ready}/${wanted}`)
  if (all > wanted) return inProgress('ExtraPods', `Pending termination: ${all - wanted}`)
  return statefulSetRollout(object, wanted)
}

function statefulSetRollout(object: JsonObject, wanted: number): StatusReport {
  const updated = count(object, 'status.updatedReplicas', 0)
  const partition = count(object, 'spec.updateStrategy.rollingUpdate.partition', -1)
  if (partition !== -1) {
    const target = wanted - partition
    if (updated < target) return inProgress('PartitionRollout', `updated: ${updated}/${target}`)
    return current(`Partition rollout complete. updated: ${updated}`)
  }
  const now = count(object, 'status.currentReplicas', 0)
  if (wanted > now) return inProgress('LessCurrent', `current: ${now}/${wanted}`)
  const status = ['status', 'currentRevision']
  if (textAt(object, status) !== textAt(object, ['status', 'updateRevision']))
    return inProgress('RevisionMismatch', 'Waiting for updated revision to match current')
  const all = count(object, 'status.replicas', 0)
  return current(`All replicas scheduled as expected. Replicas: ${all}`)
}

function daemonSet(object: JsonObject): StatusReport {
  // The controller always says what it has seen; until then nothing is known.
  const { kind } = kindOf(object)
  if (integerAt(object, ['metadata', 'generation']) === undefined)
    return inProgress('NoGeneration', `${kind} metadata.generation not found`)
  if (integerAt(object, ['status', 'observedGeneration']) === undefined)
    return inProgress('NoObservedGeneration', `${kind} status.observedGeneration not found`)
  const wanted = count(object, 'status.desiredNumberScheduled', -1)
  if (wanted === -1) return inProgress('NoDesiredNumber', 'Missing .status.desiredNumberScheduled')
  for (const { field, reason, word } of daemonSetCounts) {
    const found = count(object, `status.${field}`, 0)
    if (wanted > found) return inProgress(reason, `${word}: ${found}/${wanted}`)
  }
  return current(`All replicas scheduled as expected. Replicas: ${wanted}`)
}

const daemonSetCounts = [
  { field: 'currentNumberScheduled', reason: 'LessCurrent', word: 'Current' },
  { field: 'updatedNumberScheduled', reason: 'LessUpdated', word: 'Updated' },
  { field: 'numberAvailable', reason: 'LessAvailable', word: 'Available' },
  { field: 'numberReady', reason: 'LessReady', word: 'Ready' },
]

function replicaSet(object: JsonObject): StatusReport {
  const hasFailed = conditionsOf(object).some(
    ({ type, status }) => type === 'ReplicaFailure' && status === 'True',
  )
  if (hasFailed) return inProgress('ReplicaFailure', 'Replica Failure condition. Check Pods')
  const wanted = count(object, 'spec.replicas', 1)
  for (const { field, reason, word } of replicaSetCounts) {
    const found = count(object, `status.${field}`, 0)
    if (wanted > found) return inProgress(reason, `${word}: ${found}/${wanted}`)
  }
  const all = count(object, 'status.replicas', 0)
  if (all > wanted) return inProgress('ExtraPods', `Pending termination: ${all - wanted}`)
  return current(`ReplicaSet is available. Replicas: ${all}`)
}

const replicaSetCounts = [
  { field: 'fullyLabeledReplicas', reason: 'LessLabelled', word: 'Labelled' },
  { field: 'availableReplicas', reason: 'LessAvailable', word: 'Available' },
  { field: 'readyReplicas', reason: 'LessReady', word: 'Ready' },
]
