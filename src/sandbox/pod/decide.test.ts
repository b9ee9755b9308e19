import { afterEach, expect, test } from 'vitest'
import { type TestSandbox, testSandbox } from '../sandbox-for-test.ts'

let box: TestSandbox
afterEach(() => box.stop())

const main = { name: 'main', image: 'web:1' }
const probed = { ...main, readinessProbe: { httpGet: { path: '/', port: 80 } } }
const crashes = { 'sandbox.outrigger.dev/behaviour': 'crash' }

const rows = [
  {
    name: 'one that is probed',
    pod: { spec: { containers: [probed] } },
    status: { phase: 'Running', containerStatuses: [{ ready: true }] },
  },
  {
    name: 'one that ends',
    pod: { spec: { containers: [main], restartPolicy: 'Never' } },
    status: {
      phase: 'Succeeded',
      containerStatuses: [{ state: { terminated: { exitCode: 0 } } }],
    },
  },
  {
    name: 'one behind an init container',
    pod: { spec: { initContainers: [{ ...main, name: 'before' }], containers: [main] } },
    status: { phase: 'Running', containerStatuses: [{ ready: true }] },
  },
  {
    name: 'one that crashes',
    pod: {
      metadata: { annotations: crashes },
      spec: { containers: [main], restartPolicy: 'Never' },
    },
    status: { phase: 'Failed', containerStatuses: [{ state: { terminated: { exitCode: 1 } } }] },
  },
]

test.each(rows)('a pod gets on however short its stages are: $name', async ({ pod, status }) => {
  box = await testSandbox({ pull: 5, start: 5, ready: 100, run: 100, crash: 100 })
  await box.create('pods', {
    ...pod,
    metadata: { name: 'a', namespace: 'default', ...pod.metadata },
  })
  await box.pass(1000)
  expect(await box.get('pods', 'a')).toMatchObject({ status })
})
