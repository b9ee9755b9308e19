import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAuthority } from '../../src/apiserver/certificates/authority.ts'
import { writeKubeconfig } from '../../src/apiserver/certificates/write-kubeconfig.ts'
import { listen } from '../../src/apiserver/http/listen.ts'
import { allKinds } from '../../src/kinds/all-kinds.ts'
import { customResourceDefinition } from '../../src/kinds/custom-resource-definition.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { applyObject } from '../../src/kube/apply-object.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { deleteObject } from '../../src/kube/delete-object.ts'
import { isKubeError } from '../../src/kube/errors.ts'
import { listObjects } from '../../src/kube/list-objects.ts'
import { type KubeObject, conditionOf, nameOf, readPath } from '../../src/objects/kube-object.ts'
import { ReleaseStore } from '../../src/release/record/store.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { ChartRepository } from './chart-repository.ts'
import { core, definitions } from './resources.ts'

export interface CrashOptions {
  readonly kills: number
  readonly plugins: number
  readonly seed: number
  readonly told: (line: string) => void
}

const platform = 'outrigger-system'
const resource = resourceOf(pluginKind)
const never = new AbortController().signal
const latestKill = 4000
const patience = 120_000
const swift = { pull: 20, ready: 200, run: 200, crash: 10, stop: 5, address: 5, volume: 5 }
const leases = {
  group: 'coordination.k8s.io',
  version: 'v1',
  resource: 'leases',
  kind: 'Lease',
  namespaced: true,
} as const

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data: {round: {{ .Values.round | quote }}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: 1
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec: {containers: [{name: main, image: "example.com/web:1"}]}
`
const hook = `apiVersion: batch/v1
kind: Job
metadata:
  name: {{ .Release.Name }}-round-{{ .Values.round }}
  annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
spec:
  template:
    spec: {restartPolicy: Never, containers: [{name: main, image: "example.com/job:1"}]}
`

/**
 * Rolls plugins out again and again, kills the operator at a random moment each time, starts it anew and waits until all is as
 * it was asked for. Gives what was not: empty when everything converged and nothing was done twice.
 */
export async function crashOperator(options: CrashOptions): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'operator-crash-'))
  const sandbox = await startSandbox({ delays: swift })
  const authority = createAuthority('crash')
  const tls = {
    ...authority.signServer(['localhost'], ['127.0.0.1']),
    authority: authority.certificate,
  }
  const door = await listen(sandbox.server.answer, { host: '127.0.0.1', port: 0, tls })
  const kubeconfig = join(folder, 'kubeconfig')
  const user = authority.signClient('operator', ['system:masters'])
  const access = { url: door.url, authority: authority.certificate, ...user }
  await writeFile(kubeconfig, writeKubeconfig('crash', access))
  const charts = await ChartRepository.start([
    { name: 'plain', version: '1.0.0', files: { 'templates/a.yaml': template } },
    {
      name: 'hooked',
      version: '1.0.0',
      files: { 'templates/a.yaml': template, 'templates/h.yaml': hook },
    },
  ])
  const run = new CrashRun(sandbox.client(), { kubeconfig, folder, repo: charts.url }, options)
  try {
    return await run.all()
  } finally {
    run.close()
    await charts.stop()
    await door.stop()
    await sandbox.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

class CrashRun {
  private readonly client: KubeClient
  private readonly places: {
    readonly kubeconfig: string
    readonly folder: string
    readonly repo: string
  }
  private readonly options: CrashOptions
  private readonly names: readonly string[]
  private random: number
  private child: ChildProcess | undefined

  constructor(client: KubeClient, places: CrashRun['places'], options: CrashOptions) {
    this.client = client
    this.places = places
    this.options = options
    this.random = options.seed
    this.names = Array.from({ length: options.plugins }, (_, at) => `plugin-${at}`)
  }

  async all(): Promise<readonly string[]> {
    await this.prepare()
    const problems: string[] = []
    for (let round = 1; round <= this.options.kills; round++) {
      await this.start()
      await this.wish(round)
      const after = Math.floor(this.draw() * latestKill)
      await pause(after)
      await this.kill()
      await this.start()
      const found = await this.check(round)
      await this.kill()
      problems.push(...found)
      const what = found.length === 0 ? 'converged' : found.join('; ')
      this.options.told(`${round} killed after ${after} ms: ${what}`)
    }
    return problems
  }

  close(): void {
    this.child?.kill('SIGKILL')
  }

  private async prepare(): Promise<void> {
    for (const definition of allKinds) {
      const crd = customResourceDefinition(definition) as KubeObject
      await applyObject(this.client, definitions, crd, {}, never)
    }
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: platform } }
    await applyObject(this.client, core('Namespace'), namespace, {}, never)
    for (;;) {
      try {
        await listObjects(this.client, { resource }, {}, never)
        return
      } catch (error) {
        if (!isKubeError(error, 'not-found')) throw error
        await pause(50)
      }
    }
  }

  private async wish(round: number): Promise<void> {
    for (const [at, name] of this.names.entries()) {
      // Chains of three, and a hook in every fifth.
      const before = this.names[at - 1]
      const dependsOn = at % 3 === 0 || before === undefined ? [] : [{ plugin: before }]
      const chart = at % 5 === 0 ? 'hooked' : 'plain'
      const source = { repo: this.places.repo, name: chart, version: '1.0.0' }
      const spec = { ...source, dependsOn, values: { round } }
      const metadata = { name, namespace: platform }
      const object = { apiVersion, kind: 'Plugin', metadata, spec }
      await applyObject(this.client, resource, object, { fieldManager: 'tester' }, never)
    }
  }

  private async start(): Promise<void> {
    const file = join(import.meta.dirname, '../../bench/operator-child.ts')
    const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
    const child = fork(file, [this.places.kubeconfig, this.places.folder], { stdio: [...stdio] })
    this.child = child
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code) => reject(new Error(`the operator ended with ${code}`)))
    })
  }

  private async kill(): Promise<void> {
    const { child } = this
    if (child === undefined) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    // Whoever comes next need not wait for the Lease of the dead.
    const target = { resource: leases, namespace: platform, name: 'outrigger-operator' }
    await deleteObject(this.client, target, {}, never)
  }

  private async check(round: number): Promise<readonly string[]> {
    const end = Date.now() + patience
    let open: readonly string[] = this.names
    while (open.length > 0) {
      if (Date.now() > end) return [`not ready after ${patience} ms: ${open.join(', ')}`]
      await pause(100)
      const { objects } = await listObjects(this.client, { resource }, {}, never)
      open = objects.filter((object) => !isReady(object)).map(stateOf)
    }
    return (await Promise.all(this.names.map((name) => this.doubled(name, round)))).flat()
  }

  /** A wish is one revision, whatever happened on the way. */
  private async doubled(name: string, round: number): Promise<readonly string[]> {
    const store = new ReleaseStore({ client: this.client })
    const outline = await store.outline({ namespace: platform, name }, never)
    const deployed = outline.filter(({ status }) => status === 'deployed')
    const odd = outline.filter(({ status }) => status !== 'deployed' && status !== 'superseded')
    const last = outline.at(-1)?.revision
    return [
      ...(deployed.length === 1 ? [] : [`${name} has ${deployed.length} deployed revisions`]),
      ...(last === round ? [] : [`${name} is at revision ${last ?? 0} after ${round} wishes`]),
      ...odd.map(({ revision, status }) => `${name} revision ${revision} is ${status}`),
    ]
  }

  private draw(): number {
    this.random = (this.random * 16_807) % 2_147_483_647
    return this.random / 2_147_483_647
  }
}

function stateOf(object: KubeObject): string {
  const { reason = 'not seen', message = '' } = conditionOf(object, 'Ready') ?? {}
  return `${nameOf(object)} ${reason} ${message}`
}

function isReady(object: KubeObject): boolean {
  const observed = readPath(object, ['status', 'observedGeneration'])
  return (
    observed === object.metadata['generation'] && conditionOf(object, 'Ready')?.status === 'True'
  )
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
