import { expect, test } from 'vitest'
import type { JsonObject } from '../json.ts'
import { explainReadiness, printReadinessChain } from './explain-readiness.ts'

const meta = (name: string, owner?: string, more: JsonObject = {}): JsonObject => ({
  name,
  namespace: 'shop',
  uid: `uid-${name}`,
  creationTimestamp: '2026-01-01T00:00:00Z',
  ...(owner === undefined
    ? {}
    : { ownerReferences: [{ apiVersion: 'v1', kind: 'X', name: owner, uid: `uid-${owner}` }] }),
  ...more,
})
const object = (
  apiVersion: string,
  kind: string,
  metadata: JsonObject,
  more: JsonObject = {},
): JsonObject => ({ apiVersion, kind, metadata, ...more })
const deployment = object('apps/v1', 'Deployment', meta('web'), {
  spec: { replicas: 2 },
  status: { replicas: 2, updatedReplicas: 2 },
})
const replicaSet = (name: string, revision: string, status: JsonObject = {}): JsonObject =>
  object(
    'apps/v1',
    'ReplicaSet',
    meta(name, 'web', { annotations: { 'deployment.kubernetes.io/revision': revision } }),
    { status },
  )
const newest = replicaSet('web-2', '2')
const pod = (
  name: string,
  status: JsonObject,
  spec: JsonObject = {},
  owner = 'web-2',
): JsonObject => object('v1', 'Pod', meta(name, owner), { spec, status })
const container = (state: JsonObject, more: JsonObject = {}): JsonObject => ({
  phase: 'Pending',
  containerStatuses: [{ name: 'main', state, ...more }],
})
const waiting = (reason: string, message = ''): JsonObject => ({ waiting: { reason, message } })
const event = (
  about: JsonObject,
  reason: string,
  message: string,
  more: JsonObject = {},
): JsonObject => ({
  type: 'Warning',
  reason,
  message,
  lastTimestamp: '2026-01-01T00:01:00Z',
  involvedObject: { uid: (about['metadata'] as JsonObject)['uid'] ?? '' },
  ...more,
})
const unscheduled = {
  phase: 'Pending',
  conditions: [
    {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message: '0/1 nodes are available: 1 Insufficient cpu.',
    },
  ],
}

const pulling = pod(
  'web-2-a',
  container(waiting('ImagePullBackOff', 'Back-off pulling image "shop:9"')),
)
const crashing = pod(
  'web-2-a',
  container(waiting('CrashLoopBackOff', 'back-off'), {
    restartCount: 4,
    lastState: { terminated: { exitCode: 1, reason: 'Error', message: 'no database\n' } },
  }),
)
const endedSilently = container(waiting('CrashLoopBackOff', 'back-off'), {
  restartCount: 4,
  lastState: { terminated: { exitCode: 1, reason: 'Error' } },
})
const silent = pod('web-2-a', endedSilently)
const otherSilent = pod('web-2-b', endedSilently)
const killed = pod(
  'web-2-a',
  container(waiting('CrashLoopBackOff'), {
    restartCount: 1,
    lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
  }),
)
const probing = pod('web-2-a', {
  ...container({ running: {} }, { ready: false, started: true }),
  phase: 'Running',
})
const starting = pod('web-2-a', {
  ...container({ running: {} }, { ready: false, started: false }),
  phase: 'Running',
})
const claim = object('v1', 'PersistentVolumeClaim', meta('data'), { status: { phase: 'Pending' } })
const withClaim = pod('web-2-a', unscheduled, {
  volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'data' } }],
})
const mounting = pod('web-2-a', container(waiting('ContainerCreating')))
const initFailing = pod('web-2-a', {
  phase: 'Pending',
  initContainerStatuses: [
    { name: 'migrate', state: { terminated: { exitCode: 2, reason: 'Error' } } },
  ],
  containerStatuses: [{ name: 'main', state: waiting('PodInitializing') }],
})
const evicted = pod('web-2-a', {
  phase: 'Failed',
  reason: 'Evicted',
  message: 'The node was low on resource: memory.',
})

const notReady = { type: 'Ready', status: 'False', reason: '', message: '' }
const stranded = pod(
  'web-2-a',
  { phase: 'Running', conditions: [notReady] },
  { nodeName: 'one', containers: [] },
)
const deadNode = object(
  'v1',
  'Node',
  { name: 'one', uid: 'uid-one' },
  {
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'Unknown',
          reason: 'NodeStatusUnknown',
          message: 'Kubelet stopped posting node status.',
        },
      ],
    },
  },
)

const head = 'Deployment web: LessAvailable: Available: 0/2'

test.each<{
  name: string
  objects: readonly JsonObject[]
  events?: readonly JsonObject[]
  logs?: Readonly<Record<string, string>>
  says: readonly string[]
}>([
  {
    name: 'an image that cannot be pulled',
    objects: [newest, pulling],
    events: [event(pulling, 'Failed', 'Failed to pull image "shop:9": not found')],
    says: [
      `${head} → Pod web-2-a container main: ImagePullBackOff: Back-off pulling image "shop:9" → event: Failed: Failed to pull image "shop:9": not found`,
    ],
  },
  {
    name: 'a node that is not ready',
    objects: [newest, stranded, deadNode],
    events: [event(stranded, 'NodeNotReady', 'Node is not ready')],
    says: [
      `${head} → Pod web-2-a: NotReady → Node one: NodeNotReady: Kubelet stopped posting node status. → event: NodeNotReady: Node is not ready`,
    ],
  },
  {
    name: 'a node that the asker may not see',
    objects: [newest, stranded],
    events: [event(stranded, 'NodeNotReady', 'Node is not ready')],
    says: [`${head} → Pod web-2-a: NotReady → event: NodeNotReady: Node is not ready`],
  },
  {
    name: 'a crash with its exit code and last words',
    objects: [newest, crashing],
    says: [
      `${head} → Pod web-2-a container main: CrashLoopBackOff: ended with exit code 1: no database, 4 restarts`,
    ],
  },
  {
    name: 'a crash with the line of its log that says why',
    objects: [newest, silent],
    logs: { 'uid-web-2-a': 'FATAL: no database at db:5432' },
    says: [
      `${head} → Pod web-2-a container main: CrashLoopBackOff: ended with exit code 1, 4 restarts → log: LastLine: FATAL: no database at db:5432`,
    ],
  },
  {
    name: 'no line of a log that the container has given as its last words',
    objects: [newest, crashing],
    logs: { 'uid-web-2-a': 'no database' },
    says: [
      `${head} → Pod web-2-a container main: CrashLoopBackOff: ended with exit code 1: no database, 4 restarts`,
    ],
  },
  {
    name: 'pods that crash alike once, whatever times their logs have',
    objects: [newest, silent, otherSilent],
    logs: { 'uid-web-2-a': '10:00 no port', 'uid-web-2-b': '10:01 no port' },
    says: [
      `${head} → Pod web-2-a container main (and 1 more): CrashLoopBackOff: ended with exit code 1, 4 restarts → log: LastLine: 10:00 no port`,
    ],
  },
  {
    name: 'a container that was killed for its memory',
    objects: [newest, killed],
    says: [`${head} → Pod web-2-a container main: OOMKilled: OOMKilled (exit code 137), 1 restart`],
  },
  {
    name: 'no node for the pod',
    objects: [newest, pod('web-2-a', unscheduled)],
    says: [`${head} → Pod web-2-a: Unschedulable: 0/1 nodes are available: 1 Insufficient cpu.`],
  },
  {
    name: 'a claim that is not bound',
    objects: [newest, withClaim, claim],
    events: [event(claim, 'ProvisioningFailed', 'storageclass "fast" not found', { count: 7 })],
    says: [
      `${head} → Pod web-2-a: Unschedulable: 0/1 nodes are available: 1 Insufficient cpu. → PersistentVolumeClaim data: NotBound: PVC is not Bound. phase: Pending → event: ProvisioningFailed: storageclass "fast" not found (7 times)`,
    ],
  },
  {
    name: 'a readiness probe that fails',
    objects: [newest, probing],
    events: [
      event(
        probing,
        'Unhealthy',
        'Readiness probe failed: HTTP probe failed with statuscode: 503',
        { count: 3 },
      ),
    ],
    says: [
      `${head} → Pod web-2-a container main: NotReady: the readiness probe does not succeed → event: Unhealthy: Readiness probe failed: HTTP probe failed with statuscode: 503 (3 times)`,
    ],
  },
  {
    name: 'a startup probe that fails',
    objects: [newest, starting],
    says: [`${head} → Pod web-2-a container main: NotStarted: the startup probe does not succeed`],
  },
  {
    name: 'a volume that cannot be mounted',
    objects: [newest, mounting],
    events: [
      event(
        mounting,
        'FailedMount',
        'MountVolume.SetUp failed for volume "cfg": configmap "cfg" not found',
      ),
    ],
    says: [
      `${head} → Pod web-2-a container main: ContainerCreating → event: FailedMount: MountVolume.SetUp failed for volume "cfg": configmap "cfg" not found`,
    ],
  },
  {
    name: 'an init container that fails',
    objects: [newest, initFailing],
    says: [`${head} → Pod web-2-a container migrate: Error: ended with exit code 2`],
  },
  {
    name: 'a pod that was evicted',
    objects: [newest, evicted],
    says: [`${head} → Pod web-2-a: Evicted: The node was low on resource: memory.`],
  },
  {
    name: 'pods that the quota forbids',
    objects: [newest],
    events: [
      event(
        newest,
        'FailedCreate',
        'Error creating: pods "web-2-x" is forbidden: exceeded quota: small',
      ),
    ],
    says: [
      `${head} → event: FailedCreate: Error creating: pods "web-2-x" is forbidden: exceeded quota: small`,
    ],
  },
  {
    name: 'pods that cannot be made, by the condition',
    objects: [
      replicaSet('web-2', '2', {
        conditions: [
          {
            type: 'ReplicaFailure',
            status: 'True',
            reason: 'FailedCreate',
            message: 'exceeded quota',
          },
        ],
      }),
    ],
    says: [`${head} → pods: FailedCreate: exceeded quota`],
  },
  {
    name: 'the same problem of several pods once',
    objects: [
      newest,
      pulling,
      pod('web-2-b', container(waiting('ImagePullBackOff', 'Back-off pulling image "shop:9"'))),
    ],
    says: [
      `${head} → Pod web-2-a container main (and 1 more): ImagePullBackOff: Back-off pulling image "shop:9"`,
    ],
  },
  {
    name: 'pods of the newest replica set only',
    objects: [replicaSet('web-1', '1'), pod('web-1-a', unscheduled, {}, 'web-1'), newest, crashing],
    says: [
      `${head} → Pod web-2-a container main: CrashLoopBackOff: ended with exit code 1: no database, 4 restarts`,
    ],
  },
  { name: 'nothing but the deployment', objects: [], says: [head] },
])('$name', ({ objects, events = [], logs = {}, says }) => {
  const chains = explainReadiness(deployment, {
    objects,
    events,
    logs: new Map(Object.entries(logs)),
    now: new Date('2026-01-01T01:00:00Z'),
  })
  expect(chains.map(printReadinessChain)).toEqual(says)
})

test('a job that failed says why, and what its last pod did', () => {
  const job = object('batch/v1', 'Job', meta('task'), {
    status: {
      failed: 3,
      conditions: [
        {
          type: 'Failed',
          status: 'True',
          reason: 'BackoffLimitExceeded',
          message: 'Job has reached the specified backoff limit',
        },
      ],
    },
  })
  const last = pod(
    'task-x',
    {
      phase: 'Failed',
      containerStatuses: [{ name: 'run', state: { terminated: { exitCode: 3, reason: 'Error' } } }],
    },
    {},
    'task',
  )
  const chains = explainReadiness(job, { objects: [last], events: [], now: new Date(0) })
  expect(chains.map(printReadinessChain)).toEqual([
    'Job task: JobFailed: Job Failed. failed: 3/1 → condition Failed: BackoffLimitExceeded: Job has reached the specified backoff limit → Pod task-x container run: Error: ended with exit code 3',
  ])
})

test('what is ready needs no explanation', () => {
  const map = object('v1', 'ConfigMap', meta('m'))
  expect(explainReadiness(map, { objects: [], events: [], now: new Date(0) })).toEqual([])
})

test('a pod is explained by itself', () => {
  const chains = explainReadiness(crashing, { objects: [], events: [], now: new Date(0) })
  expect(chains.map(printReadinessChain)).toEqual([
    'Pod web-2-a container main: CrashLoopBackOff: ended with exit code 1: no database, 4 restarts',
  ])
})
