import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteObject } from '../kube/objects/delete-object.ts'
import { patchObject } from '../kube/objects/patch-object.ts'
import { listAt, nameOf, textAt } from '../objects/kube-object.ts'
import { type ResourceName, resources } from './resources.ts'
import { type TestSandbox, testSandbox } from './sandbox-for-test.ts'

let box: TestSandbox
beforeEach(async () => {
  box = await testSandbox()
})
afterEach(() => box.stop())

const signal = new AbortController().signal
const named = (name: string, more: object = {}) => ({ name, namespace: 'default', ...more })
const pod = (container: object = {}, spec: object = {}) => ({
  containers: [
    { name: 'main', image: 'web:1', ports: [{ name: 'http', containerPort: 80 }], ...container },
  ],
  ...spec,
})
const workload = (name: string, spec: object = {}, podSpec: object = pod()) => ({
  metadata: named(name),
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: podSpec },
    ...spec,
  },
})
const patch = (name: ResourceName, object: string, body: object) =>
  patchObject(
    box.client,
    { resource: resources[name], namespace: 'default', name: object },
    { type: 'merge', patch: body as never },
    {},
    signal,
  )
const names = async (name: ResourceName) => (await box.list(name)).map(nameOf).toSorted()

test('a StatefulSet starts its pods in order, each with its claim, and goes down from the last', async () => {
  const template = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }
  await box.create(
    'statefulSets',
    workload('db', { replicas: 2, serviceName: 'db', volumeClaimTemplates: [template] }),
  )
  await box.pass(300)
  expect(await names('pods')).toEqual(['db-0'])
  await box.pass(3000)
  expect(await names('pods')).toEqual(['db-0', 'db-1'])
  expect(await box.list('persistentVolumeClaims')).toMatchObject([
    {
      metadata: { name: 'data-db-0' },
      spec: { storageClassName: 'standard' },
      status: { phase: 'Bound', capacity: { storage: '1Gi' } },
    },
    { metadata: { name: 'data-db-1' }, status: { phase: 'Bound' } },
  ])
  expect(await box.get('statefulSets', 'db')).toMatchObject({
    status: {
      replicas: 2,
      readyReplicas: 2,
      currentReplicas: 2,
      updatedReplicas: 2,
      availableReplicas: 2,
    },
  })
  await patch('statefulSets', 'db', {
    spec: { replicas: 1, template: { metadata: { labels: { app: 'db', more: 'x' } } } },
  })
  await box.pass(5000)
  expect(await box.list('pods')).toMatchObject([
    { metadata: { name: 'db-0', labels: { more: 'x' } } },
  ])
})

test('a DaemonSet has a pod on every node', async () => {
  await box.create('daemonSets', workload('agent'))
  await box.pass(2000)
  const nodes = (await box.list('pods')).map((one) => textAt(one, ['spec', 'nodeName'])).toSorted()
  expect(nodes).toEqual(['sandbox-1', 'sandbox-2', 'sandbox-3'])
  expect(await box.get('daemonSets', 'agent')).toMatchObject({
    status: {
      desiredNumberScheduled: 3,
      currentNumberScheduled: 3,
      numberReady: 3,
      numberAvailable: 3,
      updatedNumberScheduled: 3,
    },
  })
})

test('a service knows the pods that are ready, and gets an address outside when it asks for one', async () => {
  await box.create('services', {
    metadata: named('web'),
    spec: {
      type: 'LoadBalancer',
      selector: { app: 'web' },
      ports: [{ port: 80, targetPort: 'http' }],
    },
  })
  await box.create('deployments', workload('web', { replicas: 2 }))
  await box.pass(3000)
  const [endpoints] = await box.list('endpoints')
  expect(listAt(endpoints, ['subsets'])).toMatchObject([
    { addresses: [{ ip: expect.any(String) }, {}], ports: [{ port: 80, protocol: 'TCP' }] },
  ])
  expect(await box.list('endpointSlices')).toMatchObject([
    {
      endpoints: [{ conditions: { ready: true } }, { conditions: { ready: true } }],
      ports: [{ port: 80 }],
    },
  ])
  expect(await box.get('services', 'web')).toMatchObject({
    status: { loadBalancer: { ingress: [{ ip: expect.stringMatching(/^172\.19\./) }] } },
  })
})

test.each([
  { behaviour: 'missing-image', state: { waiting: { reason: 'ErrImagePull' } }, after: 1000 },
  { behaviour: 'missing-image', state: { waiting: { reason: 'ImagePullBackOff' } }, after: 4000 },
  { behaviour: 'crash', state: { waiting: { reason: 'CrashLoopBackOff' } }, after: 7000 },
  { behaviour: 'oom', state: { terminated: { reason: 'OOMKilled', exitCode: 137 } }, after: 1800 },
])('a pod told to $behaviour has after $after ms $state', async ({ behaviour, state, after }) => {
  const annotations = { 'sandbox.outrigger.dev/behaviour': behaviour }
  await box.create('pods', { metadata: named('one', { annotations }), spec: pod() })
  await box.pass(after)
  const one = await box.get('pods', 'one')
  expect(listAt(one, ['status', 'containerStatuses'])).toMatchObject([{ state }])
})

test.each([
  { name: 'told to', spec: {}, annotations: { 'sandbox.outrigger.dev/behaviour': 'pending' } },
  { name: 'no node fits', spec: { nodeSelector: { disk: 'ssd' } }, annotations: {} },
  {
    name: 'there is no room',
    spec: {},
    annotations: {},
    container: { resources: { requests: { cpu: '1000' } } },
  },
])('a pod waits when $name', async ({ spec, annotations, container = {} }) => {
  await box.create('pods', { metadata: named('one', { annotations }), spec: pod(container, spec) })
  await box.pass(500)
  expect(await box.get('pods', 'one')).toMatchObject({
    status: {
      phase: 'Pending',
      conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }],
    },
  })
})

test('a pod that is deleted goes after a moment', async () => {
  await box.create('pods', { metadata: named('one'), spec: pod() })
  await box.pass(1500)
  const target = { resource: resources.pods, namespace: 'default', name: 'one' }
  const deletion = await deleteObject(box.client, target, {}, signal)
  expect(deletion.state).toBe('terminating')
  await box.pass(500)
  expect(await box.get('pods', 'one')).toBeUndefined()
})

test('an autoscaler scales by the load that the sandbox is told of', async () => {
  await box.create('deployments', workload('web', { replicas: 2 }))
  await box.create('autoscalers', {
    metadata: named('web', { annotations: { 'sandbox.outrigger.dev/cpu-utilization': '160' } }),
    spec: {
      minReplicas: 1,
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      metrics: [
        {
          type: 'Resource',
          resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
        },
      ],
    },
  })
  await box.pass(3000)
  expect(await box.get('deployments', 'web')).toMatchObject({ status: { readyReplicas: 3 } })
})

test('a disruption budget says how many pods may go', async () => {
  await box.create('disruptionBudgets', {
    metadata: named('web'),
    spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
  })
  await box.create('deployments', workload('web', { replicas: 3 }))
  await box.pass(3000)
  expect(await box.get('disruptionBudgets', 'web')).toMatchObject({
    status: { currentHealthy: 3, desiredHealthy: 1, disruptionsAllowed: 2, expectedPods: 3 },
  })
})
