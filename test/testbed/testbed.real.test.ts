import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findOracle } from '../oracles/find.ts'
import { runCommand } from '../../tools/run-command.ts'
import { partNames } from './commands.ts'
import { type ControlPlane, startControlPlane } from './control-plane.ts'
import { createRawClient, type RawClient } from './send.ts'
import { sharedControlPlane } from './shared.ts'

const limitSeconds = 60

function kubectl(kubeconfig: string, ...args: string[]) {
  const all = ['--kubeconfig', kubeconfig, ...args]
  return runCommand(findOracle('kubectl-1.36'), all, { output: 'capture', limitSeconds })
}

describe('a control plane', () => {
  let folder = ''
  let plane: ControlPlane
  let client: RawClient

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outrigger-testbed-test-'))
    plane = await startControlPlane({ folder, fsync: true, adminUsers: ['second'] })
    client = createRawClient(plane.admin)
  }, 120_000)

  afterAll(async () => {
    client.close()
    await plane.shutDown()
    await rm(folder, { recursive: true, force: true })
  }, 120_000)

  const readMap = (name: string) =>
    client.send({ method: 'GET', path: `/api/v1/namespaces/default/configmaps/${name}` })
  const createMap = (name: string) =>
    client.send({
      method: 'POST',
      path: '/api/v1/namespaces/default/configmaps',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ metadata: { name } }),
    })

  test('is the version that it was asked for', async () => {
    const { body } = await client.send({ method: 'GET', path: '/version' })
    expect(JSON.parse(body)).toMatchObject({ gitVersion: 'v1.36.3', minor: '36' })
  })

  test('makes the pods of a deployment run', async () => {
    const { kubeconfig } = plane
    await kubectl(kubeconfig, 'create', 'deployment', 'web', '--image=web', '--replicas=2')
    const rollout = await kubectl(kubeconfig, 'rollout', 'status', 'deployment/web')
    expect(rollout.output).toContain('successfully rolled out')
  })

  test('completes a job', async () => {
    const { kubeconfig } = plane
    await kubectl(kubeconfig, 'create', 'job', 'once', '--image=once')
    const waited = await kubectl(kubeconfig, 'wait', '--for=condition=complete', 'job/once')
    expect(waited.output).toBe('job.batch/once condition met\n')
  })

  test('lets a second administrator in', async () => {
    const asked = await kubectl(join(folder, 'second.kubeconfig'), 'auth', 'whoami')
    expect(asked.output).toMatch(/Username\s+second/)
  })

  test('lets a user without rights do nothing', async () => {
    const { kubeconfig } = await plane.addUser('jane', ['visitors'])
    const asked = await kubectl(kubeconfig, 'get', 'secrets')
    expect(asked.output).toContain('User "jane" cannot list resource "secrets"')
  })

  test.each(partNames)('%s is killed and comes back', async (name) => {
    const before = plane.pidOf(name)
    await plane.kill(name)
    expect(plane.pidOf(name)).toBeUndefined()
    await plane.start(name)
    expect(plane.pidOf(name)).not.toBe(before)
    expect((await readMap('kube-root-ca.crt')).status).toBe(200)
  })

  test('keeps its objects when everything is killed', async () => {
    expect((await createMap('kept')).status).toBe(201)
    await plane.kill('kube-apiserver')
    await plane.kill('etcd')
    await plane.start('etcd')
    await plane.start('kube-apiserver')
    expect((await readMap('kept')).status).toBe(200)
  })

  test('plays an older minor after a restart', async () => {
    await plane.restart('kube-apiserver', { emulatedVersion: '1.33' })
    const { body } = await client.send({ method: 'GET', path: '/version' })
    expect(JSON.parse(body)).toMatchObject({ gitVersion: 'v1.33.0', minor: '33' })
  })
})

test('many run side by side', async () => {
  const folders = await Promise.all(
    [1, 2].map(() => mkdtemp(join(tmpdir(), 'outrigger-testbed-test-'))),
  )
  const planes = await Promise.all(
    folders.map((folder) => startControlPlane({ folder, keeps: 'nothing', parts: [] })),
  )
  expect(new Set(planes.map(({ url }) => url)).size).toBe(2)
  await Promise.all(planes.map((plane) => plane.shutDown()))
  expect(planes.flatMap(({ pidOf }) => partNames.map(pidOf))).toEqual(
    planes.flatMap(() => partNames.map(() => undefined)),
  )
})

test('nothing is left when the process that started it is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-testbed-test-'))
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'run.ts'), 'start', '--parts', 'etcd', '--folder', folder],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  await once(child.stdout, 'data')
  const pids = await processesIn(folder)
  expect(pids).toHaveLength(2)
  child.kill('SIGKILL')
  for (let attempt = 0; attempt < 50 && pids.some(isRunning); attempt++) await sleep(100)
  expect(pids.filter(isRunning)).toEqual([])
  await rm(folder, { recursive: true, force: true })
})

test('the suites of a run share one', async () => {
  const [first, second] = await Promise.all([sharedControlPlane(), sharedControlPlane()])
  expect(second).toEqual(first)
  expect(await readFile(first.kubeconfig, 'utf8')).toContain(first.url)
})

/** The parts that have the folder on their command line. */
async function processesIn(folder: string): Promise<readonly number[]> {
  const { output } = await runCommand('ps', ['-eo', 'pid=,args='], { output: 'capture' })
  return output
    .split('\n')
    .filter((line) => line.includes(folder) && !line.includes('run.ts'))
    .map((line) => Number.parseInt(line, 10))
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // No such process.
    return false
  }
}
