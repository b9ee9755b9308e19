import { afterEach, beforeEach, expect, test } from 'vitest'
import { nameOf, textAt } from '../objects/kube-object.ts'
import { type TestSandbox, testSandbox } from './sandbox-for-test.ts'

let box: TestSandbox
beforeEach(async () => {
  box = await testSandbox()
})
afterEach(() => box.stop())

const pod = (name: string, cpu: string, more: object = {}) => ({
  metadata: { name, namespace: 'default', ...more },
  spec: {
    restartPolicy: 'Never',
    containers: [{ name: 'main', image: 'work:1', resources: { requests: { cpu } } }],
  },
})

test('a pod that waits for room comes in when another has ended', async () => {
  const annotations = {
    'sandbox.outrigger.dev/run-for': '20s',
    'sandbox.outrigger.dev/exit-code': '0',
  }
  const big = '100000'
  const nodes = await box.list('nodes')
  const all = textAt(nodes[0], ['status', 'allocatable', 'cpu'])
  for (const node of nodes) {
    await box.create('pods', pod(`first-${nameOf(node)}`, all, { annotations }))
  }
  await box.pass(500)
  await box.create('pods', pod('second', all))
  await box.create('pods', pod('never', big))
  await box.pass(5000)
  expect(await box.get('pods', 'second')).toMatchObject({ status: { phase: 'Pending' } })
  await box.pass(20_000)
  expect(await box.get('pods', 'second')).toMatchObject({ status: { phase: 'Succeeded' } })
  expect(await box.get('pods', 'never')).toMatchObject({ status: { phase: 'Pending' } })
})

test('a CronJob runs by the clock of the workloads', async () => {
  await box.create('cronJobs', {
    metadata: { name: 'tick', namespace: 'default' },
    spec: {
      schedule: '*/2 * * * *',
      jobTemplate: {
        spec: {
          template: {
            spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'tick:1' }] },
          },
        },
      },
    },
  })
  await box.pass(119_000)
  expect(await box.list('jobs')).toEqual([])
  await box.pass(125_000)
  const jobs = await box.list('jobs')
  expect(jobs.map(nameOf)).toEqual(['tick-29453762', 'tick-29453764'])
  expect(jobs[0]).toMatchObject({ status: { succeeded: 1 } })
  expect(await box.get('cronJobs', 'tick')).toMatchObject({
    status: { lastScheduleTime: '2026-01-01T00:04:00Z' },
  })
})
