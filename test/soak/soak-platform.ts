import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { extensionInstanceKind } from '../../src/kinds/extension-instance.ts'
import { extensionKind } from '../../src/kinds/extension.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { type KindDefinition, resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { type KubeObject, textAt } from '../../src/objects/kube-object.ts'
import { core } from '../operator/resources.ts'
import { kubeconfigOfOperator, setUpPlatform } from '../platform/open-test-platform.ts'
import { type SoakMode, chartName, pluginSpec } from './soak-mode.ts'

const systemNamespace = 'outrigger-system'
/** That of a tenant, whose plugins act as its own account. */
const namespace = 'default'
const never = new AbortController().signal
const main = join(import.meta.dirname, '../../src/cli/main.ts')
// A machine that is busy with other things starts a process late.
const startPatience = 600_000
const extension = 'soaked'
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
  /** In milliseconds since 1970. */
  lastKill = 0
  private operatorKubeconfig = ''
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
    await setUpPlatform(platform.kubeconfig, [namespace])
    await platform.write(extensionKind, {
      metadata: { name: extension },
      spec: { sources: [{ repo: charts, name: chartName, chartVersion: '1.0.0' }] },
    })
    await platform.write(clusterKind, { metadata: { name: 'own' }, spec: { inCluster: true } })
    platform.operatorKubeconfig = await kubeconfigOfOperator(platform.kubeconfig, folder)
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

  /** Asks a plugin for a value, or for what cannot be; again and again while the server is away. */
  async setPlugin(name: string, value: number, mode: SoakMode): Promise<void> {
    const spec = pluginSpec(this.charts, value, mode)
    await this.write(pluginKind, { metadata: { name, namespace }, spec })
  }

  async setInstance(name: string, value: number): Promise<void> {
    const spec = { extension, parameters: { value } }
    await this.write(extensionInstanceKind, { metadata: { name, namespace }, spec })
  }

  async list(kind: KindDefinition): Promise<readonly KubeObject[]> {
    return (await listObjects(this.client, { resource: resourceOf(kind) }, {}, never)).objects
  }

  find(kind: KindDefinition, name: string): Promise<KubeObject | undefined> {
    const resource = resourceOf(kind)
    const place = resource.namespaced ? { namespace } : {}
    return getObject(this.client, { resource, ...place, name }, {}, never)
  }

  /** The value that the release made; undefined when there is none. */
  async valueOf(name: string): Promise<string | undefined> {
    const target = { resource: core('ConfigMap'), namespace, name }
    const found = await getObject(this.client, target, {}, never)
    return found === undefined ? undefined : textAt(found, ['data', 'value'])
  }

  async killServer(): Promise<string> {
    const ended = once(this.server, 'exit')
    this.server.kill('SIGKILL')
    await ended
    this.killed()
    this.server = this.startServer()
    await this.untilServed()
    return `kill ${this.kills}: the API server`
  }

  /** Kills the process that holds the Lease, and waits until there is one. */
  async killLeader(): Promise<string> {
    const end = Date.now() + startPatience
    for (;;) {
      const holder = await this.holder().catch(() => '')
      // A holder that was killed before keeps its Lease until it has run out.
      const leader = [...this.operators].find(({ pid }) => holder.includes(`/${pid}/`))
      if (leader !== undefined) {
        const ended = once(leader, 'exit')
        leader.kill('SIGKILL')
        await ended
        this.killed()
        return `kill ${this.kills}: the leader ${holder}`
      }
      if (Date.now() > end) throw new Error(`no operator of ours leads, but "${holder}"`)
      await new Promise((done) => setTimeout(done, 200))
    }
  }

  private killed(): void {
    this.kills++
    this.lastKill = Date.now()
  }

  private async holder(): Promise<string> {
    const target = { resource: leases, namespace: systemNamespace, name: 'outrigger-operator' }
    const lease = await getObject(this.client, target, {}, never)
    return textAt(lease, ['spec', 'holderIdentity'])
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
      const words = ['start', '--kubeconfig', this.operatorKubeconfig, '--without-server']
      const more = ['--metrics-port', '0', '--allow-address', this.charts]
      const child = spawn(process.execPath, [main, ...words, ...more], {
        env: { ...process.env, TMPDIR: this.folder, HOME: this.folder },
        stdio: 'ignore',
      })
      this.operators.add(child)
      child.once('exit', () => {
        this.operators.delete(child)
        this.startOperators()
      })
    }
  }

  get kubeconfig(): string {
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

  private async write(kind: KindDefinition, body: object): Promise<void> {
    const object = { apiVersion, kind: kind.kind, ...body } as KubeObject
    const how = { fieldManager: 'soak', force: true }
    const end = Date.now() + startPatience
    for (;;) {
      try {
        await applyObject(this.client, resourceOf(kind), object, how, never)
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
