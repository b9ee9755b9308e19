import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { objectOf } from '../../src/kube/answer.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { type ConnectedClient, connect, findConnection } from '../../src/kube/connect.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { listAt, textAt } from '../../src/objects/kube-object.ts'
import { runCli } from '../cli/run-cli.ts'
import { type ControlPlane, startControlPlane } from '../testbed/control-plane.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const { signal } = new AbortController()
const namespace = 'outrigger-system'
const deployments = resource('apps', 'deployments', 'Deployment')
const leases = resource('coordination.k8s.io', 'leases', 'Lease')

let folder: string
let plane: ControlPlane
let connected: ConnectedClient
const operators: ChildProcess[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'in-cluster-'))
  // One of its own: an operator looks after all plugins of a cluster.
  plane = await startControlPlane({ folder: join(folder, 'plane'), keeps: 'nothing' })
  const connection = await findConnection({ kubeconfig: plane.kubeconfig, environment: {} })
  connected = connect(connection, { rateLimit: 'none' })
})

afterAll(async () => {
  for (const operator of operators) operator.kill('SIGKILL')
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

  const words = await wordsOfPod()
  expect(words.slice(0, 2)).toEqual(['start', '--in-cluster'])
  const leader = await startAsPod(words, 'first')
  const created = await outrigger('plugin', 'create', 'queue', '--repo', 'builtin', '--wait', '-q')
  expect(created).toMatchObject({ exitCode: 0, stdout: 'plugin/queue created\n' })

  // A second one stands by, ready to be asked, and leads as soon as the first has gone in order.
  const standby = await startAsPod(words, 'second')
  expect(standby.said()).toContain('stands by')
  expect((await fetch(`${standby.address()}/readyz`)).status).toBe(200)
  const before = await holder(connected.client)
  leader.process.kill('SIGTERM')
  // By itself, with the code of a program that was asked to end.
  expect(await once(leader.process, 'exit')).toEqual([143, null])
  expect(leader.said()).toContain('stopping')
  await until('the second one leads', async () => {
    const now = await holder(connected.client)
    return now !== '' && now !== before
  })
  const changed = await outrigger('plugin', 'disable', 'queue', '--wait', '-q')
  expect(changed).toMatchObject({ exitCode: 0, stdout: 'plugin/queue disabled\n' })
})

/** The arguments of the container of the Deployment, on ports and in a folder of this machine. */
async function wordsOfPod(): Promise<readonly string[]> {
  const place = { resource: deployments, namespace, name: 'outrigger' }
  const found = await getObject(connected.client, place, {}, signal)
  const [container] = listAt(found, ['spec', 'template', 'spec', 'containers'])
  return listAt(container, ['args']).map(String)
}

/** Starts the program with the token, the authority and the namespace that a pod finds beside it. */
async function startAsPod(words: readonly string[], name: string) {
  const account = await mkdtemp(join(folder, `${name}-`))
  const token = await connected.client.exchange(
    {
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/serviceaccounts/outrigger/token`,
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} },
    },
    signal,
  )
  const { tls } = await findConnection({ kubeconfig: plane.kubeconfig, environment: {} })
  await writeFile(join(account, 'token'), textAt(objectOf(token), ['status', 'token']))
  await writeFile(join(account, 'ca.crt'), tls.ca ?? '')
  await writeFile(join(account, 'namespace'), namespace)
  const own = words.map((word, at) => {
    if (words[at - 1] === '--folder') return join(account, 'kept')
    return words[at - 1]?.endsWith('-port') === true ? '0' : word
  })
  const { hostname, port } = new URL(plane.url)
  const child = spawn(process.execPath, [main, ...own, '--account-folder', account], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: account,
      KUBERNETES_SERVICE_HOST: hostname,
      KUBERNETES_SERVICE_PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  operators.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => (said += text))
  }
  await until(`the ${name} operator runs`, async () => {
    if (child.exitCode !== null) throw new Error(`the ${name} operator ended: ${said}`)
    return said.includes('Ctrl-C ends it')
  })
  const address = () => `http://127.0.0.1:${/Operator +http:\/\/[^:]+:(\d+)/.exec(said)?.[1] ?? ''}`
  return { process: child, said: () => said, address }
}

async function holder(client: KubeClient): Promise<string> {
  const place = { resource: leases, namespace, name: 'outrigger-operator' }
  const found = await getObject(client, place, {}, signal)
  return textAt(found, ['spec', 'holderIdentity'])
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 90_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`)
    await sleep(50)
  }
}

function resource(group: string, plural: string, kind: string) {
  return { group, version: 'v1', resource: plural, kind, namespaced: true } as const
}
