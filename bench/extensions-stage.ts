import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allKinds } from '../src/kinds/all-kinds.ts'
import { customResourceDefinition } from '../src/kinds/custom-resource-definition.ts'
import { apiVersion } from '../src/kinds/group.ts'
import type { JsonRecord } from '../src/kinds/json-value.ts'
import { resourceOf } from '../src/kinds/kind-definition.ts'
import { applyObject } from '../src/kube/objects/apply-object.ts'
import type { KubeClient } from '../src/kube/client.ts'
import { connect, findConnection } from '../src/kube/connect.ts'
import { getObject } from '../src/kube/objects/get-object.ts'
import { followObjects } from '../src/kube/watch/follow-objects.ts'
import { isOlder } from '../src/kube/watch/resource-version.ts'
import { type KubeObject, conditionOf, nameOf, textAt } from '../src/objects/kube-object.ts'
import { ChartRepository } from '../test/operator/chart-repository.ts'
import { core, crds } from '../test/operator/resources.ts'

export interface Report {
  readonly passes: number
  readonly rss: number
  readonly heapUsed: number
  /** Milliseconds of processor. */
  readonly cpu: number
}

const platform = 'outrigger-system'
const inParallel = 32
const lookEvery = 20
const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data: {size: {{ .Values.size | quote }}, zone: {{ .Values.zone | quote }}}
`

/** A platform and clusters in a process of their own, the operator in another, and us who watch. */
export class ExtensionsStage {
  readonly client: KubeClient
  private readonly folder: string
  private readonly kubeconfigs: Readonly<Record<string, string>>
  private readonly servers: ChildProcess
  private readonly charts: ChartRepository
  private readonly seen = {
    Plugin: new Map<string, KubeObject>(),
    Instance: new Map<string, KubeObject>(),
  }
  private readonly waiting = new Set<() => void>()
  private readonly stop = new AbortController()
  private operator: ChildProcess | undefined

  private constructor(parts: {
    readonly client: KubeClient
    readonly folder: string
    readonly kubeconfigs: Readonly<Record<string, string>>
    readonly servers: ChildProcess
    readonly charts: ChartRepository
  }) {
    this.client = parts.client
    this.folder = parts.folder
    this.kubeconfigs = parts.kubeconfigs
    this.servers = parts.servers
    this.charts = parts.charts
  }

  static async open(clusters: number): Promise<ExtensionsStage> {
    const folder = await mkdtemp(join(tmpdir(), 'extensions-bench-'))
    const files = { 'templates/a.yaml': template, 'values.yaml': 'size: small\nzone: none\n' }
    const charts = await ChartRepository.start([{ name: 'web', version: '1.0.0', files }])
    const servers = child('extensions-servers-child.ts', [folder, String(clusters)])
    const [kubeconfigs] = (await once(servers, 'message')) as [Record<string, string>]
    const file = join(folder, 'hub.kubeconfig')
    await writeFile(file, kubeconfigs['hub'] ?? '')
    const connection = await findConnection({ kubeconfig: file, environment: {} })
    const { client } = connect(connection, { rateLimit: 'none' })
    const stage = new ExtensionsStage({ client, folder, kubeconfigs, servers, charts })
    await stage.prepare()
    return stage
  }

  /** Starts the operator; one that ran before is stopped. */
  async startOperator(): Promise<void> {
    await this.stopOperator()
    const words = [join(this.folder, 'hub.kubeconfig'), this.folder]
    this.operator = child('extensions-operator-child.ts', words)
    await once(this.operator, 'message')
  }

  async stopOperator(): Promise<void> {
    if (this.operator === undefined) return
    const gone = once(this.operator, 'exit')
    this.operator.kill('SIGKILL')
    await gone
    this.operator = undefined
    // The next operator need not wait for a lease that nobody holds.
    const lease = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' }
    const path = `/apis/${lease.group}/${lease.version}/namespaces/${platform}/leases/outrigger-operator`
    await this.client.exchange({ method: 'DELETE', path }, this.stop.signal)
  }

  async report(): Promise<Report> {
    if (this.operator === undefined) throw new Error('there is no operator')
    const answers = on(this.operator, 'message', { signal: this.stop.signal })
    this.operator.send('report')
    // The operator also says that it leads, which may come in between.
    for await (const [answer] of answers) if (typeof answer === 'object') return answer as Report
    throw new Error('the operator ended without a report')
  }

  /** The kubeconfig of a cluster, at another port when something is in between. */
  kubeconfigOf(name: string, port?: number): string {
    const text = this.kubeconfigs[name] ?? ''
    return port === undefined ? text : text.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`)
  }

  portOf(name: string): number {
    return Number(/127\.0\.0\.1:(\d+)/.exec(this.kubeconfigOf(name))?.[1])
  }

  async addCluster(name: string, kubeconfig: string): Promise<void> {
    const data = { kubeconfig: Buffer.from(kubeconfig).toString('base64') }
    const metadata = { name, namespace: platform }
    await this.apply(core('Secret'), { apiVersion: 'v1', kind: 'Secret', metadata, data })
    await this.put('Cluster', name, { kubeconfig: { secretName: name } })
  }

  /** The words of the operator about whether a cluster answers. */
  async reachability(name: string): Promise<string> {
    const known = allKinds.find(({ kind }) => kind === 'Cluster')
    if (known === undefined) throw new Error('there is no kind Cluster')
    const target = { resource: resourceOf(known), name }
    const found = await getObject(this.client, target, {}, this.stop.signal)
    return (found && conditionOf(found, 'Reachable')?.status) ?? 'Unknown'
  }

  async addExtension(name: string): Promise<void> {
    const sources = [{ repo: this.charts.url, name: 'web', chartVersion: '1.0.0' }]
    await this.put('Extension', name, { sources })
  }

  put(kind: string, name: string, spec: JsonRecord) {
    const known = allKinds.find((one) => one.kind === kind)
    if (known === undefined) throw new Error(`there is no kind ${kind}`)
    const resource = resourceOf(known)
    const place = resource.namespaced ? { namespace: platform } : {}
    return this.apply(resource, { apiVersion, kind, metadata: { name, ...place }, spec })
  }

  /** Writes many instances at a time, as a roll-out does. */
  async putInstances(
    all: readonly { readonly name: string; readonly spec: JsonRecord }[],
  ): Promise<void> {
    const left = [...all]
    const write = async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) {
        const { object } = await this.put('ExtensionInstance', one.name, one.spec)
        // The watch may still tell of the state before, which was ready, too.
        this.see('Instance', object)
      }
    }
    await Promise.all(Array.from({ length: inParallel }, write))
  }

  /** Resolves when all of them are ready as they are written; looked at now and then, which costs little. */
  async untilReady(names: readonly string[]): Promise<void> {
    const left = new Set(names)
    while (left.size > 0) {
      for (const name of left) if (isReady(this.seen.Instance.get(name))) left.delete(name)
      if (left.size > 0) await new Promise((resolve) => setTimeout(resolve, lookEvery))
    }
  }

  /** Resolves when the Plugins of all of them, as we see them, are ready as they are written. */
  async untilSettled(names: readonly string[]): Promise<void> {
    while (!names.every((name) => isReady(this.seen.Plugin.get(name))))
      await new Promise((resolve) => setTimeout(resolve, lookEvery))
  }

  plugin(name: string): KubeObject | undefined {
    return this.seen.Plugin.get(name)
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await new Promise<void>((resolve) => this.waiting.add(resolve))
  }

  async close(): Promise<void> {
    await this.stopOperator()
    this.stop.abort(new Error('closed'))
    this.servers.disconnect()
    await once(this.servers, 'exit')
    await this.charts.stop()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  private async prepare(): Promise<void> {
    for (const known of allKinds)
      await this.apply(crds, customResourceDefinition(known) as KubeObject)
    for (const { plural } of allKinds) await this.served(`${plural}.outrigger.dev`)
    for (const name of Object.keys(this.kubeconfigs)) await this.writeNamespace(name)
    for (const [kind, plural] of [
      ['Plugin', 'plugins'],
      ['Instance', 'extensioninstances'],
    ] as const) {
      const known = allKinds.find((one) => one.plural === plural)
      if (known !== undefined) void this.follow(kind, resourceOf(known))
    }
  }

  private async writeNamespace(cluster: string): Promise<void> {
    const file = join(this.folder, `${cluster}.kubeconfig`)
    await writeFile(file, this.kubeconfigOf(cluster))
    const connection = await findConnection({ kubeconfig: file, environment: {} })
    const { client, close } = connect(connection)
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: platform } }
    await applyObject(client, core('Namespace'), body, {}, this.stop.signal)
    await close()
  }

  private async follow(kind: 'Plugin' | 'Instance', resource: ReturnType<typeof resourceOf>) {
    const { signal } = this.stop
    try {
      for await (const change of followObjects(this.client, { resource }, {}, signal)) {
        const replaced = change.type === 'replaced' ? change.objects : []
        for (const object of replaced) this.see(kind, object)
        if (change.type !== 'changed') continue
        for (const { type, object } of change.events) this.note(kind, type, object)
        for (const wake of this.waiting) wake()
        this.waiting.clear()
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  private note(kind: 'Plugin' | 'Instance', type: string, object: KubeObject): void {
    if (type === 'deleted') this.seen[kind].delete(nameOf(object))
    else this.see(kind, object)
  }

  private see(kind: 'Plugin' | 'Instance', object: KubeObject): void {
    const known = this.seen[kind].get(nameOf(object))
    if (known === undefined || !isOlder(versionOf(object), versionOf(known)))
      this.seen[kind].set(nameOf(object), object)
  }

  private async apply(resource: Parameters<typeof applyObject>[1], object: KubeObject) {
    return applyObject(this.client, resource, object, { force: true }, this.stop.signal)
  }

  private async served(name: string): Promise<void> {
    for (;;) {
      const target = { resource: crds, name }
      const found = await getObject(this.client, target, {}, this.stop.signal)
      if (found !== undefined && conditionOf(found, 'Established')?.status === 'True') return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

function child(file: string, words: readonly string[]): ChildProcess {
  const path = join(import.meta.dirname, file)
  return spawn(process.execPath, ['--expose-gc', path, ...words], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}

function versionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'resourceVersion'])
}

function isReady(object: KubeObject | undefined): boolean {
  if (object === undefined) return false
  const ready = conditionOf(object, 'Ready')
  const status = object['status'] as { readonly observedGeneration?: unknown } | undefined
  return ready?.status === 'True' && status?.observedGeneration === object.metadata['generation']
}
