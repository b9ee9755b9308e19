import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Informer } from '../src/controller/informer.ts'
import { allKinds } from '../src/kinds/all-kinds.ts'
import { customResourceDefinition } from '../src/kinds/custom-resource-definition.ts'
import { apiVersion } from '../src/kinds/group.ts'
import { resourceOf } from '../src/kinds/kind-definition.ts'
import { pluginKind } from '../src/kinds/plugin.ts'
import { applyObject } from '../src/kube/objects/apply-object.ts'
import { type KubeClient } from '../src/kube/client.ts'
import { connect, findConnection } from '../src/kube/connect.ts'
import { getObject } from '../src/kube/objects/get-object.ts'
import type { JsonObject } from '../src/objects/json.ts'
import { type KubeObject, conditionOf, nameOf, readPath } from '../src/objects/kube-object.ts'
import { runBounded } from '../src/std/run-bounded.ts'
import { ChartRepository } from '../test/operator/chart-repository.ts'
import { crds, core } from '../test/operator/resources.ts'
import { type ControlPlane, startControlPlane } from '../test/testbed/control-plane.ts'
import type { Bench, Measurement } from './bench.ts'
import { type FluxFigures, findFlux, measureFlux } from './flux-controllers.ts'
import { peakOf, processorOf } from './process-figures.ts'

// Flux's own protocol: many releases of a chart with four objects from an http repository, the Deployment scaled to
// zero, everything on one real control plane and on one machine.
const template = `
apiVersion: v1
kind: ServiceAccount
metadata: {name: {{ .Release.Name }}}
---
apiVersion: v1
kind: Service
metadata: {name: {{ .Release.Name }}}
spec: {selector: {app: {{ .Release.Name }}}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}, labels: {colour: {{ .Values.colour | quote }}}}
spec:
  replicas: 0
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec: {serviceAccountName: {{ .Release.Name }}, containers: [{name: main, image: "example.com/web:1"}]}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: {{ .Release.Name }}}
spec:
  rules:
  - host: {{ .Release.Name }}.example.com
    http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: {{ .Release.Name }}, port: {number: 80}}}}]}
`
const platform = 'outrigger-system'
const parallel = 10
const patience = 15 * 60_000
const never = new AbortController().signal
const resource = resourceOf(pluginKind)

/** The needs of Flux here, measured once with its controllers of July 2026: milliseconds and MiB, small and large. */
const flux = { took: [33_000, 407_000], memory: [285, 369] } as const
/** How many times as fast as Flux a release is to be. */
const wantedRatio = 5

export const bench: Bench = {
  summary:
    'releases as Flux is measured: 100 and 1,000 on a real control plane, chains, idle, changes',
  measure: async () => {
    const sizes = (process.env['FLUX_PROTOCOL_SIZES'] ?? '100,1000').split(',').map(Number)
    const found: Measurement[] = []
    for (const size of sizes) found.push(...(await measureSize(size)))
    return found
  },
}

async function measureSize(size: number): Promise<readonly Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'flux-protocol-'))
  const cluster = await startControlPlane({ folder, keeps: 'nothing' })
  const charts = await ChartRepository.start([
    {
      name: 'four',
      version: '1.0.0',
      files: { 'templates/all.yaml': template, 'values.yaml': 'colour: red\n' },
    },
  ])
  const stage = await Stage.open(cluster, charts.url, folder)
  try {
    return await measureStage(stage, size)
  } finally {
    await stage.close()
    await charts.stop()
    await cluster.shutDown()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureStage(stage: Stage, size: number): Promise<readonly Measurement[]> {
  await stage.startOperator()
  const names = Array.from({ length: size }, (_, at) => `release-${at}`)
  const before = await stage.report()
  const serversBefore = stage.serverTimes()
  const took = await stage.timed(names.map((name) => ({ name, needs: [] })))
  const servers = stage
    .serverTimes()
    .map(([name, time], at) => `${name} ${time - (serversBefore[at]?.[1] ?? 0)} ms`)
  console.log(`  processor: ${servers.join(', ')}`)
  const after = await stage.report()
  console.log(`  requests for a release: ${perRelease(before, after, size)}`)
  const chainLinks = Array.from({ length: 5 }, (_, at) => `chain-${at}`)
  const chain = await stage.timed(
    chainLinks.map((name, at) => ({ name, needs: chainLinks.slice(Math.max(0, at - 1), at) })),
  )
  const hops = await measureHops(stage)
  const changed = await measureChanges(stage, names)
  const idle = await measureIdle(stage)
  const again = await measureAgain(stage, size)
  const restart = await measureRestart(stage, size)
  const theirs = await stage.measureFlux(size)
  const at = size >= 1000 ? 1 : 0
  return [
    ms(`${size} releases`, took, (theirs?.took ?? flux.took[at]) / wantedRatio),
    {
      name: `${size} releases: peak memory`,
      value: after.peak,
      unit: 'kB',
      limit: theirs?.peak ?? flux.memory[at] * 1024,
    },
    ms(`${size} releases: processor`, after.cpu - before.cpu),
    ms(`${size}: chain of five`, chain),
    ms(`${size}: hop p50`, percentile(hops, 50), 50),
    ms(`${size}: hop p99`, percentile(hops, 99), 250),
    ms(`${size}: changed value visible p95`, percentile(changed, 95), 300),
    ms(`${size}: processor of ten idle seconds`, idle, 100),
    ms(`${size}: processor of a pass without a change`, again.cpu, 2000),
    {
      name: `${size}: requests of a pass without a change`,
      value: again.requests,
      unit: '×',
      limit: 0,
    },
    ms(`${size}: processor of a restart`, restart.cpu),
    {
      name: `${size}: requests of a restart but lists, watches, discovery`,
      value: restart.requests,
      unit: '×',
      limit: 0,
    },
    ...(theirs === undefined ? [] : comparison(size, took, theirs)),
  ]
}

function comparison(size: number, took: number, theirs: FluxFigures): readonly Measurement[] {
  console.log(`  ${(theirs.took / took).toFixed(1)} times as many releases a second as Flux`)
  return [
    ms(`${size} releases by Flux`, theirs.took),
    { name: `${size} releases by Flux: peak memory`, value: theirs.peak, unit: 'kB' },
    ms(`${size} releases by Flux: processor`, theirs.cpu),
  ]
}

function ms(name: string, value: number, limit?: number): Measurement {
  return { name, value, unit: 'ms', ...(limit === undefined ? {} : { limit }) }
}

/** Chains of five, many of them, for the time between a status and what it wakes. */
async function measureHops(stage: Stage): Promise<readonly number[]> {
  const chains = Array.from({ length: 10 }, (_, chain) =>
    Array.from({ length: 5 }, (_at, at) => `hop-${chain}-${at}`),
  )
  const hops: number[] = []
  for (const chain of chains) {
    await stage.timed(
      chain.map((name, at) => ({ name, needs: chain.slice(Math.max(0, at - 1), at) })),
    )
    const { told, begun } = await stage.report()
    for (const [at, name] of chain.entries()) {
      const before = chain[at - 1]
      if (before !== undefined) hops.push((begun[name] ?? 0) - (told[before] ?? 0))
    }
  }
  return hops
}

async function measureChanges(stage: Stage, names: readonly string[]): Promise<readonly number[]> {
  const times: number[] = []
  for (let turn = 0; turn < 40; turn++) {
    const name = names[(turn * 37) % names.length] ?? ''
    const colour = `turn-${turn}`
    const began = performance.now()
    const seen = stage.untilDeployment(
      name,
      (one) => readPath(one, ['metadata', 'labels', 'colour']) === colour,
    )
    await stage.write({ name, needs: [] }, { colour })
    await seen
    times.push(performance.now() - began)
    await stage.untilReady([name])
  }
  return times
}

async function measureIdle(stage: Stage): Promise<number> {
  await pause(3000)
  let before = await stage.report()
  // Events of a large roll-out are told for a while after it.
  for (let events = -1; before.counts['event'] !== events;) {
    events = before.counts['event'] ?? 0
    await pause(2000)
    before = await stage.report()
  }
  await pause(10_000)
  return (await stage.report()).cpu - before.cpu
}

interface Cost {
  readonly cpu: number
  readonly requests: number
}

async function measureAgain(stage: Stage, size: number): Promise<Cost> {
  const before = await stage.report('pass')
  for (;;) {
    await pause(50)
    const now = await stage.report()
    if (now.passes - before.passes >= size) {
      told('a pass without a change', before, now)
      return { cpu: now.cpu - before.cpu, requests: countOf(now) - countOf(before) }
    }
  }
}

async function measureRestart(stage: Stage, size: number): Promise<Cost> {
  await stage.stopOperator()
  await stage.startOperator()
  for (;;) {
    await pause(100)
    const now = await stage.report()
    if (now.passes >= size) {
      await pause(500)
      const end = await stage.report()
      told('a restart', undefined, end)
      return { cpu: end.cpu, requests: countOf(end) }
    }
  }
}

const allowed = new Set(['lease', 'watch', 'list', 'discovery'])

function countOf({ counts }: Report): number {
  return Object.entries(counts).reduce(
    (sum, [kind, count]) => sum + (allowed.has(kind) ? 0 : count),
    0,
  )
}

function told(what: string, before: Report | undefined, after: Report): void {
  const counts = Object.entries(after.counts)
    .map(([kind, count]) => [kind, count - (before?.counts[kind] ?? 0)] as const)
    .filter(([kind, count]) => count > 0 && !allowed.has(kind))
  if (counts.length > 0)
    console.log(`  ${what}: ${counts.map((pair) => pair.join(' ')).join(', ')}`)
}

function perRelease(before: Report, after: Report, size: number): string {
  return Object.entries(after.counts)
    .map(([kind, count]) => `${kind} ${((count - (before.counts[kind] ?? 0)) / size).toFixed(2)}`)
    .join(', ')
}

interface DesiredPlugin {
  readonly name: string
  readonly needs: readonly string[]
}

interface Report {
  readonly counts: Readonly<Record<string, number>>
  readonly told: Readonly<Record<string, number>>
  readonly begun: Readonly<Record<string, number>>
  readonly passes: number
  readonly cpu: number
  /** Kilobytes. */
  readonly peak: number
}

/** A cluster, an operator beside it, and somebody who watches both. */
class Stage {
  private readonly client: KubeClient
  private readonly plugins: Informer
  private readonly deployments: Informer
  private readonly stop = new AbortController()
  private readonly cluster: ControlPlane
  private readonly repo: string
  private readonly folder: string
  private readonly closeClient: () => Promise<void>
  private child: ChildProcess | undefined

  private constructor(
    cluster: ControlPlane,
    repo: string,
    folder: string,
    connected: ReturnType<typeof connect>,
  ) {
    this.cluster = cluster
    this.repo = repo
    this.folder = folder
    this.client = connected.client
    this.closeClient = connected.close
    const deployments = { ...core('Deployment'), group: 'apps' }
    this.plugins = new Informer(this.client, { resource }, {})
    this.deployments = new Informer(this.client, { resource: deployments }, {})
  }

  static async open(cluster: ControlPlane, repo: string, folder: string): Promise<Stage> {
    const connection = await findConnection({ kubeconfig: cluster.kubeconfig, environment: {} })
    const stage = new Stage(cluster, repo, folder, connect(connection, { rateLimit: 'none' }))
    const { client } = stage
    for (const kind of allKinds) {
      const crd = customResourceDefinition(kind) as KubeObject
      await applyObject(client, crds, crd, { force: true }, never)
    }
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: platform } }
    await applyObject(client, core('Namespace'), namespace, {}, never)
    await waitFor(async () => {
      const target = { resource: crds, name: `${pluginKind.plural}.outrigger.dev` }
      const found = await getObject(client, target, {}, never)
      return found !== undefined && conditionOf(found, 'Established')?.status === 'True'
    })
    for (const informer of [stage.plugins, stage.deployments]) {
      informer.run(stage.stop.signal).catch(() => {})
      await informer.untilSynced(never)
    }
    return stage
  }

  async startOperator(): Promise<void> {
    const file = join(import.meta.dirname, 'operator-child.ts')
    const child = fork(file, [this.cluster.kubeconfig, this.folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.child = child
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`the operator ended with ${code}`)))
    })
  }

  async stopOperator(): Promise<void> {
    const { child } = this
    if (child === undefined) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    // The next leader need not wait for the Lease of the dead.
    const leases = {
      group: 'coordination.k8s.io',
      version: 'v1',
      resource: 'leases',
      kind: 'Lease',
      namespaced: true,
    }
    const { deleteObject } = await import('../src/kube/objects/delete-object.ts')
    const target = { resource: leases, namespace: platform, name: 'outrigger-operator' }
    await deleteObject(this.client, target, {}, never)
  }

  /** Flux's controllers after ours, on the same control plane; undefined when nobody says where they are. */
  async measureFlux(size: number): Promise<FluxFigures | undefined> {
    const binaries = findFlux(process.env)
    if (binaries === undefined) return undefined
    await this.stopOperator()
    const { client, repo, folder } = this
    const { kubeconfig } = this.cluster
    return measureFlux(binaries, { client, kubeconfig, repo, folder, parallel }, size)
  }

  async close(): Promise<void> {
    this.child?.kill('SIGKILL')
    this.stop.abort()
    await this.closeClient()
  }

  report(message: 'report' | 'pass' = 'report'): Promise<Report> {
    const { child } = this
    if (child === undefined) throw new Error('there is no operator')
    return new Promise((resolve) => {
      child.once('message', (answer) => {
        resolve({ ...(answer as Report), peak: peakOf(child.pid ?? 0) })
      })
      child.send(message)
    })
  }

  async write({ name, needs }: DesiredPlugin, values: JsonObject = {}): Promise<void> {
    const spec = {
      repo: this.repo,
      name: 'four',
      version: '1.0.0',
      values,
      dependsOn: needs.map((plugin) => ({ plugin })),
    }
    const metadata = { name, namespace: platform }
    await applyObject(
      this.client,
      resource,
      { apiVersion, kind: 'Plugin', metadata, spec },
      {},
      never,
    )
  }

  /** Processor time of the parts of the control plane, in milliseconds, and of this process. */
  serverTimes(): readonly (readonly [string, number])[] {
    const parts = ['kube-apiserver', 'etcd', 'kube-controller-manager'] as const
    const own = process.cpuUsage()
    return [
      ...parts.map((part) => [part, processorOf(this.cluster.pidOf(part) ?? 0)] as const),
      ['this bench', Math.round((own.user + own.system) / 1000)],
    ]
  }

  /** Milliseconds from the first write to the last that is ready. */
  async timed(plugins: readonly DesiredPlugin[]): Promise<number> {
    const began = performance.now()
    const all = this.untilReady(plugins.map(({ name }) => name))
    await runBounded(plugins, parallel, (plugin) => this.write(plugin), never)
    await all
    return performance.now() - began
  }

  async untilReady(names: readonly string[]): Promise<void> {
    const left = new Set(names)
    await until(this.plugins, (object) => {
      if (left.has(nameOf(object)) && isReady(object)) left.delete(nameOf(object))
      return left.size === 0
    })
  }

  untilDeployment(name: string, isSo: (object: KubeObject) => boolean): Promise<void> {
    return until(this.deployments, (object) => nameOf(object) === name && isSo(object))
  }
}

function isReady(object: KubeObject): boolean {
  const isCurrent =
    readPath(object, ['status', 'observedGeneration']) === object.metadata['generation']
  return isCurrent && conditionOf(object, 'Ready')?.status === 'True'
}

async function until(informer: Informer, isSo: (object: KubeObject) => boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error('waited too long')), patience)
  const stop = informer.addHandler(({ object }) => {
    if (isSo(object)) resolve()
  })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    stop()
  }
}

async function waitFor(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(100)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}
