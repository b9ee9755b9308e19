import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allKinds } from '../../src/kinds/all-kinds.ts'
import { customResourceDefinition } from '../../src/kinds/custom-resource-definition.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { type KubeObject, textAt } from '../../src/objects/kube-object.ts'
import { core, crds } from '../operator/resources.ts'

const namespace = 'outrigger-system'
const never = new AbortController().signal
const plugins = resourceOf(pluginKind)
const main = join(import.meta.dirname, '../../src/cli/main.ts')
const operator = join(import.meta.dirname, '../../bench/operator-child.ts')
// A machine that is busy with other things starts a process late.
const startPatience = 600_000
const leases = {
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
} as const

/** A sandbox and two operators, each a process of its own that can be killed. */
export class SoakPlatform {
  kills = 0
  private readonly folder: string
  private readonly port: number
  private readonly charts: string
  private server: ChildProcess
  private client: KubeClient
  private readonly operators = new Set<ChildProcess>()
  private isClosed = false
  private serverSaid = ''

  private constructor(folder: string, port: number, charts: string) {
    this.folder = folder
    this.port = port
    this.charts = charts
    this.server = this.startServer()
    this.client = undefined as never
  }

  static async open(charts: string): Promise<SoakPlatform> {
    const folder = await mkdtemp(join(tmpdir(), 'status-soak-'))
    const platform = new SoakPlatform(folder, await freePort(), charts)
    await platform.untilServed()
    for (const kind of allKinds)
      await platform.apply(crds, customResourceDefinition(kind) as KubeObject)
    const metadata = { name: namespace }
    await platform.apply(core('Namespace'), { apiVersion: 'v1', kind: 'Namespace', metadata })
    platform.startOperators()
    return platform
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const child of this.operators) child.kill('SIGKILL')
    this.server.kill('SIGKILL')
    await once(this.server, 'exit').catch(() => {})
    await rm(this.folder, { recursive: true, force: true })
  }

  /** Asks a plugin for a value; again and again while the server is away. */
  async setValue(name: string, value: number): Promise<void> {
    const spec = { repo: this.charts, name: 'config', version: '1.0.0', values: { value } }
    await this.apply(plugins, { apiVersion, kind: 'Plugin', metadata: { name, namespace }, spec })
  }

  async plugins(): Promise<readonly KubeObject[]> {
    return (await listObjects(this.client, { resource: plugins, namespace }, {}, never)).objects
  }

  plugin(name: string): Promise<KubeObject | undefined> {
    return getObject(this.client, { resource: plugins, namespace, name }, {}, never)
  }

  async valueOf(name: string): Promise<string> {
    const target = { resource: core('ConfigMap'), namespace, name }
    return textAt(await getObject(this.client, target, {}, never), ['data', 'value'])
  }

  async killServer(): Promise<string> {
    this.kills++
    const ended = once(this.server, 'exit')
    this.server.kill('SIGKILL')
    await ended
    this.server = this.startServer()
    await this.untilServed()
    return `kill ${this.kills}: the API server`
  }

  async killLeader(): Promise<string> {
    this.kills++
    const target = { resource: leases, namespace, name: 'outrigger-operator' }
    const holder = textAt(await getObject(this.client, target, {}, never), [
      'spec',
      'holderIdentity',
    ])
    const leader = [...this.operators].find(({ pid }) => holder === `bench-${pid}`)
    leader?.kill('SIGKILL')
    return `kill ${this.kills}: the leader ${leader === undefined ? '(none leads)' : holder}`
  }

  private startServer(): ChildProcess {
    const words = ['sandbox', 'start', 'soak', '--port', String(this.port)]
    const env = { ...process.env, OUTRIGGER_SANDBOXES: join(this.folder, 'sandboxes') }
    const server = spawn(process.execPath, [main, ...words], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    this.serverSaid = ''
    server.stderr.setEncoding('utf8').on('data', (part: string) => (this.serverSaid += part))
    return server
  }

  private startOperators(): void {
    while (this.operators.size < 2 && !this.isClosed) {
      const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
      const child = fork(operator, [this.kubeconfig, this.folder, this.charts], {
        stdio: [...stdio],
      })
      this.operators.add(child)
      child.once('exit', () => {
        this.operators.delete(child)
        this.startOperators()
      })
    }
  }

  private get kubeconfig(): string {
    return join(this.folder, 'sandboxes', 'soak', 'kubeconfig')
  }

  private async untilServed(): Promise<void> {
    const end = Date.now() + startPatience
    for (;;) {
      try {
        const connection = await findConnection({ kubeconfig: this.kubeconfig, environment: {} })
        this.client = connect(connection, { rateLimit: 'none' }).client
        await listObjects(this.client, { resource: core('Namespace') }, {}, never)
        return
      } catch (error) {
        const hasEnded = this.server.exitCode !== null || this.server.signalCode !== null
        if (hasEnded) throw new Error(`the API server ended: ${this.serverSaid}`, { cause: error })
        if (Date.now() > end) throw error
        await new Promise((done) => setTimeout(done, 100))
      }
    }
  }

  private async apply(resource: ApiResource, object: KubeObject): Promise<void> {
    const end = Date.now() + startPatience
    for (;;) {
      try {
        await applyObject(
          this.client,
          resource,
          object,
          { fieldManager: 'soak', force: true },
          never,
        )
        return
      } catch (error) {
        if (Date.now() > end) throw error
        await new Promise((done) => setTimeout(done, 100))
      }
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  server.close()
  return port
}
