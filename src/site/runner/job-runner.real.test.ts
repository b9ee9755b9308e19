import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedControlPlane } from '../../../test/testbed/shared.ts'
import { type ConnectedClient, connect, findConnection } from '../../kube/connect.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { type KubeObject, nameOf, textAt } from '../../objects/kube-object.ts'
import { jobContainer, jobName, jobNamespace, jobs, pods } from './job-objects.ts'
import { jobRunner } from './job-runner.ts'

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

// The control plane has no kubelet: this says what one would say.
async function endPod(exitCode: number): Promise<KubeObject> {
  await expect.poll(podsOfJob, { timeout: 30_000 }).toHaveLength(1)
  const [pod] = (await podsOfJob()) as [KubeObject]
  const at = '2026-01-01T00:00:00Z'
  const terminated = { exitCode, reason: 'Completed', startedAt: at, finishedAt: at }
  const own = { name: jobContainer, image: 'tools:1', imageID: '', ready: false, restartCount: 0 }
  const status = {
    phase: exitCode === 0 ? 'Succeeded' : 'Failed',
    containerStatuses: [{ ...own, state: { terminated } }],
  }
  const metadata = { name: nameOf(pod), namespace: jobNamespace }
  const body = { apiVersion: 'v1', kind: 'Pod', metadata, status }
  await applyObject(connected.client, pods, body, { subresource: 'status', force: true }, never)
  return pod
}

test.each([0, 7])(
  'a Job that ends with %i on a real control plane is read, and nothing of it stays',
  async (exitCode) => {
    const lines: string[] = []
    const script = {
      name: 'EnsureGalaxy',
      text: 'echo fine',
      env: { TOKEN: 'abcdef.0123456789abcdef' },
      secrets: [],
      keepsOutput: false,
      onLine: (line: string) => lines.push(line),
    }
    const under = jobRunner(connected.client, place).run(script, never)
    const [end, pod] = await Promise.all([under, endPod(exitCode)])
    expect(end.code).toBe(exitCode)
    expect(lines.join('\n')).toContain('the log cannot be read')
    expect(JSON.stringify(pod)).not.toContain('abcdef.0123456789abcdef')
    expect(textAt(pod, ['spec', 'restartPolicy'])).toBe('Never')
    await expect.poll(podsOfJob, { timeout: 30_000 }).toEqual([])
    for (const resource of [jobs, secrets]) {
      const target = { resource, namespace: jobNamespace, name }
      const found = () => getObject(connected.client, target, {}, never)
      await expect.poll(found, { timeout: 30_000 }).toBeUndefined()
    }
  },
  90_000,
)
