import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { objectOf } from '../../src/kube/answer.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { findConnection } from '../../src/kube/connect.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { listAt, textAt } from '../../src/objects/kube-object.ts'
import type { ControlPlane } from '../testbed/control-plane.ts'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const { signal } = new AbortController()
const namespace = 'outrigger-system'
const deployments = resource('apps', 'deployments', 'Deployment')
const leases = resource('coordination.k8s.io', 'leases', 'Lease')

/** A process that was started as the container of a pod would be. */
export interface OperatorPod {
  readonly process: ChildProcess
  readonly said: () => string
  /** Where it tells of itself. */
  readonly address: () => string
}

export interface PodPlace {
  readonly plane: ControlPlane
  /** Of the administrator. */
  readonly client: KubeClient
  readonly folder: string
}

/** The arguments that the container of the operator's Deployment is called with. */
export async function wordsOfPod({ client }: PodPlace): Promise<readonly string[]> {
  const place = { resource: deployments, namespace, name: 'outrigger' }
  const found = await getObject(client, place, {}, signal)
  const [container] = listAt(found, ['spec', 'template', 'spec', 'containers'])
  return listAt(container, ['args']).map(String)
}

/** Starts the program with the token, the authority and the namespace that a pod finds beside it. */
export async function startAsPod(
  words: readonly string[],
  name: string,
  { plane, client, folder }: PodPlace,
): Promise<OperatorPod> {
  const account = await mkdtemp(join(folder, `${name}-`))
  const token = await client.exchange(
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

/** The operator that leads. */
export async function leaderOf(client: KubeClient): Promise<string> {
  const place = { resource: leases, namespace, name: 'outrigger-operator' }
  const found = await getObject(client, place, {}, signal)
  return textAt(found, ['spec', 'holderIdentity'])
}

/** Resolves when something is so; fails after three minutes. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 180_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`)
    await sleep(50)
  }
}

function resource(group: string, plural: string, kind: string) {
  return { group, version: 'v1', resource: plural, kind, namespaced: true } as const
}
