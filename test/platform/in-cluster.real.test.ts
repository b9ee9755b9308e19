import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type ConnectedClient, connect, findConnection } from '../../src/kube/connect.ts'
import { runCli } from '../cli/run-cli.ts'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'
import { type OperatorPod, leaderOf, startAsPod, until, wordsOfPod } from './operator-pods.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

let folder: string
let plane: ControlPlane
let connected: ConnectedClient
const operators: OperatorPod[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'in-cluster-'))
  // One of its own: an operator looks after all plugins of a cluster.
  plane = await startControlPlane({ folder: join(folder, 'plane'), keeps: 'nothing' })
  const connection = await findConnection({ kubeconfig: plane.kubeconfig, environment: {} })
  connected = connect(connection, { rateLimit: 'none' })
})

afterAll(async () => {
  for (const { process: one } of operators) one.kill('SIGKILL')
  await connected.close()
  await plane.shutDown()
  await rm(folder, { recursive: true, force: true })
})

const outrigger = (...words: readonly string[]) =>
  runCli(words, { file: main, environment: { KUBECONFIG: plane.kubeconfig, HOME: folder } })

test('init sets a real cluster up, and the operator of its Deployment works as its account', async () => {
  const first = await outrigger('init', '--image', 'example.com/outrigger:1', '--tenant', 'default')
  expect(first.stderr).toContain('its operator starts')
  expect(first.stdout).toContain('deployment/outrigger in outrigger-system created')
  // The same again is an upgrade, and here it has nothing to do.
  const again = await outrigger('init', '--image', 'example.com/outrigger:1', '--tenant', 'default')
  expect(again.exitCode).toBe(0)
  expect(again.stdout).not.toContain('created')

  const place = { plane, client: connected.client, folder }
  const start = async (name: string) => {
    const pod = await startAsPod(words, name, place)
    operators.push(pod)
    return pod
  }
  const words = await wordsOfPod(place)
  expect(words.slice(0, 2)).toEqual(['start', '--in-cluster'])
  const leader = await start('first')
  const created = await outrigger('plugin', 'create', 'queue', '--repo', 'builtin', '--wait', '-q')
  expect(created).toMatchObject({ exitCode: 0, stdout: 'plugin/queue created\n' })

  // A second one stands by, ready to be asked, and leads as soon as the first has gone in order.
  const standby = await start('second')
  expect(standby.said()).toContain('stands by')
  expect((await fetch(`${standby.address()}/readyz`)).status).toBe(200)
  const before = await leaderOf(connected.client)
  leader.process.kill('SIGTERM')
  // By itself, with the code of a program that was asked to end.
  expect(await once(leader.process, 'exit')).toEqual([143, null])
  expect(leader.said()).toContain('stopping')
  await until('the second one leads', async () => {
    const now = await leaderOf(connected.client)
    return now !== '' && now !== before
  })
  const changed = await outrigger('plugin', 'disable', 'queue', '--wait', '-q')
  expect(changed).toMatchObject({ exitCode: 0, stdout: 'plugin/queue disabled\n' })
})
