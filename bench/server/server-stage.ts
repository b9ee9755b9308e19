import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import {
  type ClientAccess,
  writeKubeconfig,
} from '../../src/apiserver/certificates/write-kubeconfig.ts'
import { extensionInstanceKind } from '../../src/kinds/extension-instance.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'
import { addKinds } from '../../src/server/server-stage-for-test.ts'
import { type StageUsers, addStageUsers, bindings } from '../../src/server/stage-users-for-test.ts'

/** An API server and `outrigger server` beside it, each in a process of its own, and users with their tokens. */
export interface ServerBenchStage {
  readonly access: ClientAccess
  readonly kubeconfig: string
  readonly client: KubeClient
  readonly users: StageUsers
  /** Stops the API server from answering, or lets it go on. */
  readonly signalApi: (how: 'SIGSTOP' | 'SIGCONT') => void
  readonly close: () => Promise<void>
}

export interface RunningServer {
  readonly url: string
  /** Where it tells of itself: /metrics, /healthz and /readyz. */
  readonly metrics: string
  readonly child: ChildProcess
  readonly stop: (how?: NodeJS.Signals) => Promise<void>
}

const root = resolve(import.meta.dirname, '../..')
const program = join(root, 'src/cli/main.ts')
export const instances = resourceOf(extensionInstanceKind)
const never = new AbortController().signal
const lanes = 16

/** Starts the embedded API server with our kinds and the users. */
export async function openServerBench(): Promise<ServerBenchStage> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-server-bench-'))
  const file = join(root, 'bench/apiserver-child.ts')
  const api = spawn(process.execPath, [file, join(folder, 'api')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = once(api, 'exit')
  const {
    started: _,
    resident: __,
    ...access
  } = JSON.parse(await firstLine(api)) as ClientAccess & {
    readonly started: number
    readonly resident: number
  }
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(kubeconfig, writeKubeconfig('bench', access), { mode: 0o600 })
  const connection = await findConnection({ kubeconfig, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  await addKinds(client)
  const users = await addStageUsers(client)
  return {
    access,
    kubeconfig,
    client,
    users,
    signalApi: (how) => void api.kill(how),
    close: async () => {
      await close()
      api.stdin?.end()
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Starts `outrigger server` beside the API server. Its port is a free one unless given. */
export async function startServer(
  kubeconfig: string,
  {
    folder,
    port = 0,
    words = [],
  }: { readonly folder: string; readonly port?: number; readonly words?: readonly string[] },
): Promise<RunningServer> {
  const usual = ['server', '--kubeconfig', kubeconfig, '--folder', folder, '-o', 'json']
  const child = spawn(process.execPath, [program, ...usual, '--port', String(port), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(child, 'exit')
  const { server, metrics } = JSON.parse(await firstLine(child)) as {
    readonly server: string
    readonly metrics: string
  }
  const stop = async (how: NodeJS.Signals = 'SIGTERM') => {
    child.kill(how)
    await gone
  }
  return { url: server, metrics, child, stop }
}

/** The first line that a process prints; an error when it ends before. */
async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the process has no output')
  const lines = createInterface(child.stdout)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`a process of the bench ended with ${String(code)} before it was ready`)
  })
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as readonly string[]
  return line ?? ''
}

/** Instances about as large as an operator leaves them. */
export async function addInstances(
  client: KubeClient,
  namespace: string,
  count: number,
): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < count) {
      const name = `instance-${String(next++).padStart(4, '0')}`
      await createObject(client, instances, instance(namespace, name), {}, never)
      const target = { resource: instances, namespace, name }
      const patch = { type: 'merge', patch: { status: status(name) } } as const
      await patchObject(client, target, patch, { subresource: 'status' }, never)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

function instance(namespace: string, name: string): KubeObject {
  const parameters = { replicas: 2, host: `${name}.example.com`, resources: { cpu: '100m' } }
  const spec = { extension: 'dns', version: '1.0.0', enabled: true, parameters }
  const labels = { team: namespace, tier: 'bench' }
  return { apiVersion, kind: 'ExtensionInstance', metadata: { namespace, name, labels }, spec }
}

function status(name: string) {
  const at = '2026-01-01T00:00:00Z'
  const message = `the release ${name} is installed, and all of its objects are healthy`
  const conditions = ['Ready', 'Installed', 'Healthy', 'UpToDate'].map((type) => ({
    type,
    status: 'True',
    reason: 'Installed',
    message,
    lastTransitionTime: at,
    observedGeneration: 1,
  }))
  return { observedGeneration: 1, conditions }
}

/** More people who may see everything in the namespace of the team; gives their tokens. */
export async function addReaders(
  { users }: ServerBenchStage,
  count: number,
): Promise<readonly string[]> {
  const tokens: string[] = []
  for (let at = 0; at < count; at++) {
    const name = `reader-${at}`
    const { namespace, token } = await users.addUser(name)
    const group = 'rbac.authorization.k8s.io'
    await users.apply(
      {
        apiVersion: `${group}/v1`,
        kind: 'RoleBinding',
        metadata: { namespace, name },
        roleRef: { apiGroup: group, kind: 'Role', name: 'viewer' },
        subjects: [{ kind: 'ServiceAccount', name, namespace }],
      },
      bindings,
    )
    tokens.push(token)
  }
  return tokens
}
