import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedControlPlane } from '../../../test/testbed/shared.ts'
import { type ConnectedClient, connect, findConnection } from '../../kube/connect.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { jobName, jobNamespace, jobs, pods } from './job-objects.ts'
import { jobRunner } from './job-runner.ts'
import type { Script } from './runner.ts'

const never = new AbortController().signal
const place = { cluster: `real-${process.pid}`, image: 'tools:1', timeoutSeconds: 60 }
const name = jobName(place, { name: 'EnsureGalaxy' })
let connected: ConnectedClient

beforeAll(async () => {
  const { kubeconfig } = await sharedControlPlane()
  connected = connect(await findConnection({ kubeconfig, environment: {} }))
})
afterAll(() => connected.close())

async function podsOfJob(): Promise<readonly KubeObject[]> {
  const labelSelector = `job-name=${name}`
  const selection = { resource: pods, namespace: jobNamespace, labelSelector }
  return (await listObjects(connected.client, selection, {}, never)).objects
}

const token = 'abcdef.0123456789abcdef'

function scriptWith(lines: string[]): Script {
  return {
    name: 'EnsureGalaxy',
    text: 'echo fine',
    env: { TOKEN: token },
    secrets: [],
    keepsOutput: false,
    onLine: (line: string) => lines.push(line),
  }
}

async function nothingLeft(): Promise<void> {
  await expect.poll(podsOfJob, { timeout: 30_000 }).toEqual([])
  for (const resource of [jobs, secrets]) {
    const target = { resource, namespace: jobNamespace, name }
    const found = () => getObject(connected.client, target, {}, never)
    await expect.poll(found, { timeout: 30_000 }).toBeUndefined()
  }
}

// kwok ends the pods of Jobs on this control plane, with 0, and has no logs.
test('a Job on a real control plane is read to its end, and nothing of it stays', async () => {
  const lines: string[] = []
  const end = await jobRunner(connected.client, place).run(scriptWith(lines), never)
  expect(end.code).toBe(0)
  expect(lines.join('\n')).toContain('the log cannot be read')
  await nothingLeft()
}, 90_000)

test('a Job that is called off goes with its pod, which never had the token in it', async () => {
  const off = new AbortController()
  const under = jobRunner(connected.client, place).run(scriptWith([]), off.signal)
  // It may have come to its end a moment before.
  const ended = under.then(
    () => undefined,
    (error: unknown) => error,
  )
  await expect.poll(podsOfJob, { timeout: 30_000 }).toHaveLength(1)
  const [pod] = await podsOfJob()
  off.abort(new Error('called off'))
  expect([undefined, off.signal.reason]).toContain(await ended)
  expect(textAt(pod, ['spec', 'restartPolicy'])).toBe('Never')
  expect(JSON.stringify(pod)).not.toContain(token)
  await nothingLeft()
}, 90_000)
