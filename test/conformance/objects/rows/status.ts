import type { Json, JsonObject } from '../../../../src/objects/json.ts'
import type { ObjectsRow } from '../row.ts'

const object = (apiVersion: string, kind: string, content: JsonObject = {}): JsonObject => {
  const { metadata, ...rest } = content
  return { apiVersion, kind, ...rest, metadata: { name: 'one', ...(metadata as JsonObject | undefined) } }
}
const condition = (type: string, status: string, reason = '', message = ''): JsonObject => ({ type, status, reason, message })
const status = (content: JsonObject, ...conditions: readonly JsonObject[]): JsonObject => ({ status: conditions.length === 0 ? content : { ...content, conditions } })
const seen = (generation: number, observed?: number): JsonObject => ({ metadata: { generation }, ...(observed === undefined ? {} : { status: { observedGeneration: observed } }) })

const deployment = (spec: JsonObject, ...parts: readonly JsonObject[]) => object('apps/v1', 'Deployment', Object.assign({ spec }, ...parts) as JsonObject)
const counts = (...numbers: readonly number[]) => {
  const [replicas = 0, updatedReplicas = 0, readyReplicas = 0, availableReplicas = 0] = numbers
  return { replicas, updatedReplicas, readyReplicas, availableReplicas }
}
const available = [condition('Available', 'True'), condition('Progressing', 'True', 'NewReplicaSetAvailable')]
const statefulSet = (spec: JsonObject, content: JsonObject) => object('apps/v1', 'StatefulSet', { spec, status: content })
const daemonSet = (content: JsonObject, metadata: JsonObject = { generation: 1 }) => object('apps/v1', 'DaemonSet', { metadata, status: content })
const replicaSet = (spec: JsonObject, content: JsonObject, ...conditions: readonly JsonObject[]) => object('apps/v1', 'ReplicaSet', { spec, ...status(content, ...conditions) })
const pod = (phase: string, content: JsonObject = {}, ...conditions: readonly JsonObject[]) => object('v1', 'Pod', { metadata: { creationTimestamp: '2020-01-01T00:00:00Z' }, ...status({ ...(phase === '' ? {} : { phase }), ...content }, ...conditions) })
const job = (spec: JsonObject, content: JsonObject, ...conditions: readonly JsonObject[]) => object('batch/v1', 'Job', { spec, ...status(content, ...conditions) })
const definition = (...conditions: readonly JsonObject[]) => object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', status({}, ...conditions))
const custom = (content: JsonObject) => object('example.com/v1', 'Thing', content)
const claim = (phase?: Json) => object('v1', 'PersistentVolumeClaim', phase === undefined ? {} : { status: { phase } })
const waiting = (name: string, reason: string): JsonObject => ({ name, state: { waiting: { reason } } })

const asked: Readonly<Record<string, JsonObject>> = {
  'an object that is being deleted': custom({ metadata: { deletionTimestamp: '2020-01-01T00:00:00Z' } }),
  'a generation that is not observed': custom(seen(2, 1)),
  'a generation that is observed': custom(seen(2, 2)),
  'a generation that nobody observes': custom(seen(2)),
  'reconciling': custom(status({}, condition('Reconciling', 'True', 'Working', 'at it'))),
  'no longer reconciling': custom(status({}, condition('Reconciling', 'False', 'Done', 'done'))),
  'stalled': custom(status({}, condition('Stalled', 'True', 'Stuck', 'stuck'))),
  'reconciling comes before stalled when it is first': custom(status({}, condition('Reconciling', 'True', 'R', 'r'), condition('Stalled', 'True', 'S', 's'))),
  'stalled comes before reconciling when it is first': custom(status({}, condition('Stalled', 'True', 'S', 's'), condition('Reconciling', 'True', 'R', 'r'))),
  'a custom object that is ready': custom(status({}, condition('Ready', 'True'))),
  'a custom object that is not ready': custom(status({}, condition('Ready', 'False', 'Why', 'because'))),
  'a custom object that may be ready': custom(status({}, condition('Ready', 'Unknown', 'Why', 'who knows'))),
  'a custom object with another word': custom(status({}, condition('Ready', 'Maybe', 'Why', 'maybe'))),
  'a custom object without conditions': custom({ spec: { x: 1 } }),
  'a custom object with other conditions': custom(status({}, condition('Healthy', 'False'))),
  'a secret': object('v1', 'Secret'),
  'a config map': object('v1', 'ConfigMap'),
  'a service': object('v1', 'Service', { spec: { clusterIP: '10.0.0.1' } }),
  'a load balancer without an address': object('v1', 'Service', { spec: { type: 'LoadBalancer' } }),
  'a load balancer with a cluster address': object('v1', 'Service', { spec: { type: 'LoadBalancer', clusterIP: '10.0.0.1' } }),
  'a claim that is bound': claim('Bound'),
  'a claim that is pending': claim('Pending'),
  'a claim without a phase': claim(),
  'a deployment without a status': deployment({ replicas: 2 }),
  'a deployment that makes its pods': deployment({ replicas: 2 }, status(counts(1))),
  'a deployment that updates its pods': deployment({ replicas: 2 }, status(counts(2, 1))),
  'a deployment with old pods': deployment({ replicas: 2 }, status(counts(3, 2, 2, 2))),
  'a deployment whose pods are not available': deployment({ replicas: 2 }, status(counts(2, 2, 2, 1))),
  'a deployment whose pods are not ready': deployment({ replicas: 2 }, status(counts(2, 2, 1, 2))),
  'a deployment without a deadline that is not available': deployment({ replicas: 2 }, status(counts(2, 2, 2, 2))),
  'a deployment with a deadline that has not progressed': deployment({ replicas: 2, progressDeadlineSeconds: 600 }, status(counts(2, 2, 2, 2), condition('Available', 'True'))),
  'a deployment that is there': deployment({ replicas: 2, progressDeadlineSeconds: 600 }, status(counts(2, 2, 2, 2), ...available)),
  'a deployment of nothing': deployment({ replicas: 0, progressDeadlineSeconds: 600 }, status({}, ...available)),
  'a deployment that took too long': deployment({ replicas: 2 }, status(counts(1), condition('Progressing', 'False', 'ProgressDeadlineExceeded', 'late'))),
  'a deployment that was not observed': deployment({}, seen(3, 2)),
  'a deployment of long ago': object('extensions/v1beta1', 'Deployment', { spec: { replicas: 1 } }),
  'a stateful set that is updated by hand': statefulSet({ updateStrategy: { type: 'OnDelete' } }, {}),
  'a stateful set that makes its pods': statefulSet({ replicas: 3 }, { replicas: 1 }),
  'a stateful set whose pods are not ready': statefulSet({ replicas: 3 }, { replicas: 3, readyReplicas: 2 }),
  'a stateful set with too many pods': statefulSet({ replicas: 1 }, { replicas: 2, readyReplicas: 2 }),
  'a stateful set with a partition': statefulSet({ replicas: 3, updateStrategy: { rollingUpdate: { partition: 1 } } }, { replicas: 3, readyReplicas: 3, updatedReplicas: 1 }),
  'a stateful set past its partition': statefulSet({ replicas: 3, updateStrategy: { rollingUpdate: { partition: 1 } } }, { replicas: 3, readyReplicas: 3, updatedReplicas: 2 }),
  'a stateful set with too few current pods': statefulSet({ replicas: 3 }, { replicas: 3, readyReplicas: 3, currentReplicas: 2 }),
  'a stateful set between revisions': statefulSet({ replicas: 1 }, { replicas: 1, readyReplicas: 1, currentReplicas: 1, currentRevision: 'a', updateRevision: 'b' }),
  'a stateful set that is there': statefulSet({ replicas: 1 }, { replicas: 1, readyReplicas: 1, currentReplicas: 1, currentRevision: 'a', updateRevision: 'a' }),
  'a daemon set without a generation': daemonSet({}, {}),
  'a daemon set that nobody observed': daemonSet({}),
  'a daemon set that does not know how many': daemonSet({ observedGeneration: 1 }),
  'a daemon set with too few pods': daemonSet({ observedGeneration: 1, desiredNumberScheduled: 3, currentNumberScheduled: 2 }),
  'a daemon set that updates': daemonSet({ observedGeneration: 1, desiredNumberScheduled: 3, currentNumberScheduled: 3, updatedNumberScheduled: 1 }),
  'a daemon set that is not available': daemonSet({ observedGeneration: 1, desiredNumberScheduled: 3, currentNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 2 }),
  'a daemon set that is not ready': daemonSet({ observedGeneration: 1, desiredNumberScheduled: 3, currentNumberScheduled: 3, updatedNumberScheduled: 3, numberAvailable: 3 }),
  'a daemon set that is there': daemonSet({ observedGeneration: 1, desiredNumberScheduled: 0 }),
  'a replica set that fails': replicaSet({ replicas: 1 }, {}, condition('ReplicaFailure', 'True')),
  'a replica set without labelled pods': replicaSet({ replicas: 1 }, {}),
  'a replica set that is not available': replicaSet({ replicas: 1 }, { fullyLabeledReplicas: 1 }),
  'a replica set that is not ready': replicaSet({ replicas: 1 }, { fullyLabeledReplicas: 1, availableReplicas: 1 }),
  'a replica set with too many pods': replicaSet({ replicas: 1 }, { fullyLabeledReplicas: 1, availableReplicas: 1, readyReplicas: 1, replicas: 2 }),
  'a replica set that is there': replicaSet({ replicas: 1 }, { fullyLabeledReplicas: 1, availableReplicas: 1, readyReplicas: 1, replicas: 1 }),
  'a budget': object('policy/v1', 'PodDisruptionBudget'),
  'a cron job': object('batch/v1', 'CronJob'),
  'a pod without a phase': pod(''),
  'a pod that is pending': pod('Pending'),
  'a pod that finds no node': pod('Pending', {}, condition('PodScheduled', 'False', 'Unschedulable', 'no node')),
  'a pod that waits at a gate': pod('Pending', {}, condition('PodScheduled', 'False', 'SchedulingGated')),
  'a pod that runs': pod('Running'),
  'a pod that is ready': pod('Running', {}, condition('Ready', 'True')),
  'a pod that crashes': pod('Running', { containerStatuses: [waiting('a', 'CrashLoopBackOff'), waiting('b', 'ImagePullBackOff'), waiting('c', 'CrashLoopBackOff')] }),
  'a pod whose containers are created': pod('Running', { containerStatuses: [waiting('a', 'ContainerCreating')] }),
  'a pod that has succeeded': pod('Succeeded'),
  'a pod that has failed': pod('Failed'),
  'a pod in a phase that does not exist': pod('Lost'),
  'a job that has not started': job({}, {}),
  'a job that runs': job({ completions: 3 }, { startTime: '2020-01-01T00:00:00Z', active: 2, succeeded: 1, failed: 1 }),
  'a job that is complete': job({ completions: 3 }, { startTime: '2020-01-01T00:00:00Z', succeeded: 3 }, condition('Complete', 'True')),
  'a job that has failed': job({ parallelism: 2 }, { startTime: '2020-01-01T00:00:00Z', failed: 1 }, condition('Failed', 'True')),
  'a job that has not failed': job({}, { startTime: '2020-01-01T00:00:00Z' }, condition('Failed', 'False')),
  'a definition that is new': definition(),
  'a definition that is established': definition(condition('NamesAccepted', 'True'), condition('Established', 'True')),
  'a definition whose names are taken': definition(condition('NamesAccepted', 'False', 'ListKindConflict', 'taken')),
  'a definition that is being installed': definition(condition('Established', 'False', 'Installing', 'soon')),
  'a definition that cannot be established': definition(condition('Established', 'False', 'NotAccepted', 'no')),
}

export const rows: readonly ObjectsRow[] = Object.entries(asked).map(([name, one]) => ({ name, ask: 'status', args: [one] }))
