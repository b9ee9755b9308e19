import { afterEach, beforeEach, expect, test } from 'vitest'
import { patchObject } from '../kube/objects/patch-object.ts'
import { conditionOf, nameOf, numberAt, textAt } from '../objects/kube-object.ts'
import { resources } from './resources.ts'
import { type TestSandbox, testSandbox } from './sandbox-for-test.ts'

let box: TestSandbox
beforeEach(async () => {
  box = await testSandbox()
})
afterEach(() => box.stop())

const signal = new AbortController().signal
const template = (labels: object, container: object = {}, more: object = {}) => ({
  metadata: { labels, ...('annotations' in more ? { annotations: more.annotations } : {}) },
  spec: { containers: [{ name: 'main', image: 'web:1', ...container }], ...more },
})
const deployment = (name: string, spec: object = {}) => ({
  metadata: { name, namespace: 'default' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: template({ app: name }),
    ...spec,
  },
})

test('a deployment comes alive, with the events that tell of it', async () => {
  await box.create('deployments', deployment('web'))
  await box.pass(2000)
  expect(await box.get('deployments', 'web')).toMatchObject({
    metadata: { annotations: { 'deployment.kubernetes.io/revision': '1' } },
    status: {
      observedGeneration: 1,
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      conditions: [
        { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable' },
        { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable' },
      ],
    },
  })
  const pods = await box.list('pods')
  expect(pods.map((pod) => textAt(pod, ['status', 'phase']))).toEqual(['Running', 'Running'])
  const about = (await box.list('events'))
    .filter((event) => textAt(event, ['involvedObject', 'name']) === nameOf(pods[0]!))
    .map((event) => textAt(event, ['reason']))
  expect(about.toSorted()).toEqual(['Created', 'Pulled', 'Pulling', 'Scheduled', 'Started'])
})

test('a new template is rolled out step by step and the old ReplicaSet stays to go back to', async () => {
  await box.create('deployments', deployment('web'))
  await box.pass(2000)
  const target = { resource: resources.deployments, namespace: 'default', name: 'web' }
  const patch = { spec: { template: { spec: { containers: [{ name: 'main', image: 'web:2' }] } } } }
  await patchObject(box.client, target, { type: 'merge', patch }, {}, signal)
  await box.pass(5000)
  const sets = await box.list('replicaSets')
  expect(sets.map((set) => numberAt(set, ['spec', 'replicas']))).toEqual(
    expect.arrayContaining([0, 2]),
  )
  expect(await box.get('deployments', 'web')).toMatchObject({
    metadata: { annotations: { 'deployment.kubernetes.io/revision': '2' } },
    status: { replicas: 2, updatedReplicas: 2, availableReplicas: 2 },
  })
  const images = (await box.list('pods')).map((pod) => textAt(pod, ['spec', 'containers']))
  expect(images).toHaveLength(2)
})

test.each([
  { name: 'succeeds', behaviour: '', condition: 'Complete' },
  { name: 'fails when it is told to', behaviour: 'fail', condition: 'Failed' },
])('a job $name', async ({ behaviour, condition }) => {
  await box.create('jobs', {
    metadata: { name: 'once', namespace: 'default' },
    spec: {
      backoffLimit: 0,
      template: template(
        {},
        {},
        {
          restartPolicy: 'Never',
          initContainers: [{ name: 'first', image: 'init:1' }],
          annotations: { 'sandbox.outrigger.dev/behaviour': behaviour },
        },
      ),
    },
  })
  await box.pass(5000)
  const job = await box.get('jobs', 'once')
  expect(conditionOf(job!, condition)).toMatchObject({ status: 'True' })
})
