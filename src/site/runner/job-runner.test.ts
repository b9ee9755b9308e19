import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KubeClient } from '../../kube/client.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { nameOf } from '../../objects/kube-object.ts'
import { startSandbox } from '../../sandbox/start-sandbox.ts'
import { type JobPlace, jobName, jobNamespace, jobObject, jobs, pods } from './job-objects.ts'
import { jobRunner } from './job-runner.ts'
import type { Script } from './runner.ts'

const never = new AbortController().signal
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let client: KubeClient

beforeAll(async () => {
  sandbox = await startSandbox({ onFailure: () => undefined })
  client = sandbox.client({ fieldManager: 'test' })
})
afterAll(() => sandbox.stop())

const place = (image: string): JobPlace => ({ cluster: 'edge', image, timeoutSeconds: 60 })

function scriptOf(more: Partial<Script> = {}): Script & { readonly lines: string[] } {
  const lines: string[] = []
  const own = { name: 'EnsureGalaxy', text: 'echo fine', env: {}, secrets: [], keepsOutput: false }
  return { ...own, onLine: (line) => lines.push(line), ...more, lines }
}

async function left(): Promise<readonly string[]> {
  const found = []
  for (const resource of [jobs, pods, secrets]) {
    const selection = { resource, namespace: jobNamespace }
    const { objects } = await listObjects(client, selection, {}, never)
    found.push(...objects.map((one) => `${resource.kind} ${nameOf(one)}`))
  }
  return found.filter((one) => one.includes('galaxy'))
}

async function nothingLeft(): Promise<void> {
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
}

describe('a Job', () => {
  test.each([
    { name: 'that ends well has code 0', image: 'tools:1', code: 0 },
    { name: 'that fails has its code', image: 'sandbox.outrigger.dev/fail', code: 1 },
  ])('$name, tells its log without secrets, and is taken away', async ({ image, code }) => {
    const script = scriptOf({ secrets: ['simulated'] })
    const end = await jobRunner(client, place(image)).run(script, never)
    expect(end.code).toBe(code)
    expect(script.lines[0]).toMatch(/^\*\*\* container script of pod kube-system\/outrigger-edge-/)
    expect(script.lines.at(-1)).toBe(`exit code ${code}`)
    expect(end.tail).toContain(`exit code ${code}`)
    await nothingLeft()
  })

  test('whose image cannot be pulled is told at once', async () => {
    const under = jobRunner(client, place('sandbox.outrigger.dev/missing-image')).run(
      scriptOf(),
      never,
    )
    await expect(under).rejects.toThrow(/Job outrigger-edge-ensure-galaxy: (Err|Image)\w*Pull/)
    await nothingLeft()
  })

  test('that is called off is taken away', async () => {
    const off = AbortSignal.timeout(1500)
    const under = jobRunner(client, place('sandbox.outrigger.dev/slow')).run(scriptOf(), off)
    await expect(under).rejects.toThrow('timeout')
    await nothingLeft()
  })

  test('of a run that was killed ends before the next begins', async () => {
    const old = jobObject(place('sandbox.outrigger.dev/slow'), scriptOf())
    await createObject(client, jobs, old, {}, never)
    const end = await jobRunner(client, place('tools:1')).run(scriptOf(), never)
    expect(end.code).toBe(0)
    await nothingLeft()
  })

  test('of somebody else stays as it is', async () => {
    const other = jobObject(place('tools:1'), scriptOf({ name: 'EnsureOther' }))
    const theirs = { ...other, metadata: { ...other.metadata, labels: {} } }
    await createObject(client, jobs, theirs, {}, never)
    const under = jobRunner(client, place('tools:1')).run(scriptOf({ name: 'EnsureOther' }), never)
    await expect(under).rejects.toThrow(
      'Job kube-system/outrigger-edge-ensure-other is there and not ours: it stays as it is',
    )
    const selection = { resource: jobs, namespace: jobNamespace }
    const { objects } = await listObjects(client, selection, {}, never)
    expect(objects.map(nameOf)).toEqual(['outrigger-edge-ensure-other'])
  })

  test.each([
    { name: 'EnsureCNIPlugins', found: 'outrigger-edge-ensure-cniplugins' },
    {
      name: `Ensure${'Long'.repeat(30)}`,
      found: 'outrigger-edge-ensure-long-long-long-long-long-long-long-long-l',
    },
  ])('of $name has a name that Kubernetes takes', ({ name, found }) => {
    expect(jobName(place('x'), { name })).toBe(found)
  })

  test('keeps no output and has no place for files', async () => {
    const runner = jobRunner(client, place('tools:1'))
    await expect(runner.run(scriptOf({ keepsOutput: true }), never)).rejects.toThrow(
      'EnsureGalaxy cannot keep the output of a Job',
    )
    const file = { content: Buffer.from('x'), path: '/etc/x', mode: '0644' }
    await expect(runner.put(file, never)).rejects.toThrow('a Job has no machine')
  })
})
