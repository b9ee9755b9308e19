import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Informer } from '../src/controller/informer.ts'
import { allKinds } from '../src/kinds/all-kinds.ts'
import { customResourceDefinition } from '../src/kinds/custom-resource-definition.ts'
import { apiVersion } from '../src/kinds/group.ts'
import { resourceOf } from '../src/kinds/kind-definition.ts'
import { pluginKind } from '../src/kinds/plugin.ts'
import { repositoryKind } from '../src/kinds/repository.ts'
import type { ApiResource } from '../src/kube/api-resource.ts'
import { applyObject } from '../src/kube/objects/apply-object.ts'
import type { KubeClient } from '../src/kube/client.ts'
import type { JsonObject } from '../src/objects/json.ts'
import { type KubeObject, conditionOf, readPath } from '../src/objects/kube-object.ts'
import { type ServedSandbox, serveSandbox } from '../src/sandbox/serve-sandbox.ts'
import { runBounded } from '../src/std/run-bounded.ts'
import { ChartRepository } from '../test/operator/chart-repository.ts'
import { core, crds } from '../test/operator/resources.ts'
import type { Bench, Measurement } from './bench.ts'
import { abuses, hostileCharts, hostileSpecs, silentRepositories } from './fairness-hostile.ts'

const platform = 'outrigger-system'
const tenants = 10
const pluginsEach = 5
const rounds = 4
const parallel = 5
const patience = 120_000
const never = new AbortController().signal
const plugins = resourceOf(pluginKind)
const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data: {colour: {{ .Values.colour | quote }}}
---
apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}}
spec: {selector: {app: {{ .Release.Name }}}, ports: [{port: 80}]}
`

export const bench: Bench = {
  summary: 'changes of 50 Plugins alone, and beside 100 hostile ones of seven other tenants',
  measure: async () => {
    const stage = await Stage.open()
    try {
      const names = stage.wellBehaved()
      await stage.change(names, 'first')
      const alone = await stage.rounds(names, 'alone')
      await stage.letHostileIn()
      const beside = await stage.rounds(names, 'beside')
      return figures(alone, beside)
    } finally {
      await stage.close()
    }
  },
}

function figures(alone: readonly number[], beside: readonly number[]): readonly Measurement[] {
  const [before, after] = [percentile(alone, 95), percentile(beside, 95)]
  return [
    { name: 'a change, alone, p50', value: percentile(alone, 50), unit: 'ms' },
    { name: 'a change, alone, p95', value: before, unit: 'ms' },
    {
      name: 'a change, beside 100 hostile Plugins, p50',
      value: percentile(beside, 50),
      unit: 'ms',
    },
    { name: 'a change, beside 100 hostile Plugins, p95', value: after, unit: 'ms' },
    { name: 'p95 beside them against alone', value: after / before, unit: '×', limit: 1.5 },
  ]
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * part) / 100))] ?? NaN
}

interface Opened {
  readonly folder: string
  readonly served: ServedSandbox
  readonly charts: ChartRepository
  readonly silent: { readonly url: string; readonly stop: () => void }
}

/** A sandbox and the servers here, the operator in a process of its own. */
class Stage {
  private readonly opened: Opened
  private readonly client: KubeClient
  private readonly informer: Informer
  private readonly stop = new AbortController()
  private readonly waiting = new Set<() => void>()
  private child: ChildProcess | undefined

  private constructor(opened: Opened) {
    this.opened = opened
    this.client = opened.served.sandbox.client({ fieldManager: 'bench' })
    this.informer = new Informer(this.client, { resource: plugins }, {})
    this.informer.addHandler(() => {
      for (const look of this.waiting) look()
    })
  }

  static async open(): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'fairness-'))
    const served = await serveSandbox({
      folder: join(folder, 'api'),
      port: 0,
      name: 'b',
      onFailure: () => {},
    })
    const files = { 'templates/all.yaml': template, 'values.yaml': 'colour: red\n' }
    const charts = await ChartRepository.start([
      { name: 'good', version: '1.0.0', files },
      ...hostileCharts,
    ])
    const stage = new Stage({ folder, served, charts, silent: await silentServer() })
    for (const kind of allKinds)
      await stage.apply(crds, customResourceDefinition(kind) as KubeObject)
    await stage.retry(() => stage.apply(plugins, plugin('probe', 'default', {})))
    await stage.namespace(platform)
    await stage.apply(bindings, allMayDoAll)
    stage.informer.run(stage.stop.signal).catch(() => {})
    await stage.startOperator()
    return stage
  }

  wellBehaved(): readonly string[] {
    return Array.from({ length: tenants * pluginsEach }, (_, at) => `good-${at % tenants}/p-${at}`)
  }

  async rounds(keys: readonly string[], word: string): Promise<readonly number[]> {
    const times: number[] = []
    for (let round = 0; round < rounds; round++)
      times.push(...(await this.change(keys, `${word}-${round}`)))
    return times
  }

  /** Changes one value of each, some at a time; gives the milliseconds until each says that it is so. */
  async change(keys: readonly string[], colour: string): Promise<readonly number[]> {
    const times: number[] = []
    await runBounded(
      keys,
      parallel,
      async (key) => {
        const [namespace = '', name = ''] = key.split('/')
        await this.namespace(namespace)
        const spec = {
          repo: this.opened.charts.url,
          name: 'good',
          version: '1.0.0',
          values: { colour },
        }
        const began = performance.now()
        const written = await this.apply(plugins, plugin(name, namespace, spec))
        const generation = readPath(written, ['metadata', 'generation'])
        await this.until(key, (found) => isReady(found, generation))
        times.push(performance.now() - began)
      },
      never,
    )
    return times
  }

  async letHostileIn(): Promise<void> {
    const places = { charts: this.opened.charts.url, silent: this.opened.silent.url }
    const crd = customResourceDefinition(pluginKind) as KubeObject
    // Intervals that were stored before there were bounds.
    const rules = /,"x-kubernetes-validations":\[\{"rule":"duration[^\]]*\]/g
    await this.apply(crds, JSON.parse(JSON.stringify(crd).replaceAll(rules, '')) as KubeObject)
    await this.namespace('hostile-repositories')
    for (let at = 0; at < silentRepositories; at++) {
      const metadata = { name: `silent-${at}`, namespace: 'hostile-repositories' }
      const spec = { url: `${places.silent}/repository-${at}` }
      await this.apply(resourceOf(repositoryKind), {
        apiVersion,
        kind: 'Repository',
        metadata,
        spec,
      })
    }
    const wanted = process.env['FAIRNESS_BENCH_KINDS']?.split(',') ?? abuses
    for (const abuse of abuses.filter((one) => wanted.includes(one))) {
      const namespace = `hostile-${abuse}`
      await this.namespace(namespace)
      for (const [at, spec] of hostileSpecs(abuse, places).entries())
        await this.retry(() => this.apply(plugins, plugin(`h-${at}`, namespace, spec)))
    }
    await this.apply(crds, crd)
    await pause(5000)
  }

  async close(): Promise<void> {
    this.stop.abort()
    this.child?.kill('SIGKILL')
    const { served, charts, silent, folder } = this.opened
    silent.stop()
    await charts.stop()
    await served.stop()
    await rm(folder, { recursive: true, force: true })
  }

  private async startOperator(): Promise<void> {
    const { folder, served, charts, silent } = this.opened
    const kubeconfig = join(folder, 'kubeconfig')
    await writeFile(kubeconfig, served.kubeconfig, { mode: 0o600 })
    const file = join(import.meta.dirname, 'operator-child.ts')
    const child = fork(file, [kubeconfig, join(folder, 'indexes'), charts.url, silent.url], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      // Hostile Plugins fail, and that is no news.
      env: { ...process.env, BENCH_EXPECTS_FAILURES: 'yes' },
    })
    this.child = child
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`the operator ended with ${code}`)))
    })
  }

  private async namespace(name: string): Promise<void> {
    await this.apply(core('Namespace'), { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
    const metadata = { name: 'outrigger', namespace: name }
    await this.apply(core('ServiceAccount'), { apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  }

  private async apply(resource: ApiResource, object: KubeObject): Promise<KubeObject> {
    const written = await applyObject(this.client, resource, object, { force: true }, never)
    return written.object
  }

  private async retry(act: () => Promise<unknown>): Promise<void> {
    const end = Date.now() + patience
    for (;;) {
      try {
        return void (await act())
      } catch (error) {
        if (Date.now() > end) throw error
        await pause(100)
      }
    }
  }

  private until(key: string, isSo: (found: KubeObject | undefined) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = setTimeout(() => {
        this.waiting.delete(look)
        const status = JSON.stringify(readPath(this.informer.get(key), ['status']))
        reject(new Error(`${key} was not ready in time: ${status}`))
      }, patience)
      const look = () => {
        if (!isSo(this.informer.get(key))) return
        this.waiting.delete(look)
        clearTimeout(end)
        resolve()
      }
      this.waiting.add(look)
      look()
    })
  }
}

function isReady(found: KubeObject | undefined, generation: unknown): boolean {
  if (found === undefined) return false
  const ready = conditionOf(found, 'Ready')
  const observed = readPath(found, ['status', 'observedGeneration'])
  return observed === generation && ready?.status === 'True'
}

function plugin(name: string, namespace: string, spec: JsonObject): KubeObject {
  return { apiVersion, kind: 'Plugin', metadata: { name, namespace }, spec }
}

async function silentServer(): Promise<Opened['silent']> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.close()
    for (const socket of open) socket.destroy()
  }
  return { url: `http://127.0.0.1:${port}`, stop }
}

const rbac = 'rbac.authorization.k8s.io'
const bindings = {
  group: rbac,
  version: 'v1',
  resource: 'clusterrolebindings',
  kind: 'ClusterRoleBinding',
  namespaced: false,
} as const

const allMayDoAll: KubeObject = {
  apiVersion: `${rbac}/v1`,
  kind: 'ClusterRoleBinding',
  metadata: { name: 'tenants' },
  roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
  subjects: [{ apiGroup: rbac, kind: 'Group', name: 'system:serviceaccounts' }],
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
