import { afterEach, expect, test } from 'vitest'
import { secrets } from '../../kube/objects/core-resources.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { nameOf } from '../../objects/kube-object.ts'
import { type TestSandbox, testSandbox } from '../../sandbox/sandbox-for-test.ts'
import { fetchObjects, fetchSurroundings } from './surroundings.ts'

const { signal } = new AbortController()
let sandbox: TestSandbox
afterEach(() => sandbox.stop())

const log = 'starting\nFATAL: no login with hunter2-hunter2 at db\nbye'
const annotations = { 'sandbox.outrigger.dev/logs': log }
const login = { name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'login', key: 'password' } } }

async function crashed(pod: object) {
  sandbox = await testSandbox()
  const metadata = { name: 'login', namespace: 'default' }
  const stringData = { password: 'hunter2-hunter2' }
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata, stringData }
  await createObject(sandbox.client, secrets, secret, {}, signal)
  await sandbox.create('pods', pod)
  await sandbox.pass(5000)
  return sandbox.list('pods')
}

const rows = [
  {
    name: 'of a container that crashes again and again',
    pod: { metadata: { name: 'a', namespace: 'default', annotations }, spec: specOf('crash', []) },
    line: 'FATAL: no login with hunter2-hunter2 at db',
  },
  {
    name: 'of a container that failed for good',
    pod: {
      metadata: { name: 'a', namespace: 'default', annotations },
      spec: { ...specOf('fail', []), restartPolicy: 'Never' },
    },
    line: 'FATAL: no login with hunter2-hunter2 at db',
  },
  {
    name: 'without what a Secret that the pod gets holds',
    pod: {
      metadata: { name: 'a', namespace: 'default', annotations },
      spec: specOf('crash', [login]),
    },
    line: 'FATAL: no login with *** at db',
  },
  {
    name: 'not of a container that runs',
    pod: {
      metadata: { name: 'a', namespace: 'default', annotations },
      spec: specOf('unready', []),
    },
    line: undefined,
  },
]

test.each(rows)('a line of a log is read $name', async ({ pod, line }) => {
  const pods = await crashed(pod)
  const found = await fetchSurroundings(sandbox.client, pods, signal)
  expect([...(found.logs ?? []).values()]).toEqual(line === undefined ? [] : [line])
  expect(pods.map(nameOf)).toEqual(['a'])
  expect(await fetchObjects(sandbox.client, pods, signal)).not.toHaveProperty('logs')
})

function specOf(behaviour: string, env: readonly object[]) {
  return { containers: [{ name: 'main', image: `sandbox.outrigger.dev/${behaviour}`, env }] }
}
