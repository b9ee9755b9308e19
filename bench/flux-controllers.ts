// Flux's helm- and source-controller on a control plane, as processes of their own: binaries that somebody built.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Informer } from '../src/controller/informer.ts'
import type { ApiResource } from '../src/kube/api-resource.ts'
import { applyObject } from '../src/kube/objects/apply-object.ts'
import type { KubeClient } from '../src/kube/client.ts'
import { getObject } from '../src/kube/objects/get-object.ts'
import type { JsonObject } from '../src/objects/json.ts'
import { type KubeObject, conditionOf, nameOf } from '../src/objects/kube-object.ts'
import { runBounded } from '../src/std/run-bounded.ts'
import { core, crds } from '../test/operator/resources.ts'
import { peakOf, processorOf } from './process-figures.ts'

/** The controllers that somebody built. */
export interface FluxBinaries {
  readonly helm: string
  readonly source: string
}

export interface FluxStage {
  readonly client: KubeClient
  readonly kubeconfig: string
  /** Of a repository with a chart `four` 1.0.0. */
  readonly repo: string
  readonly folder: string
  /** How many plugins are written at a time. */
  readonly parallel: number
}

export interface FluxFigures {
  /** Milliseconds from the first write to the last that is ready. */
  readonly took: number
  /** Kilobytes, both controllers together. */
  readonly peak: number
  /** Milliseconds, both controllers together. */
  readonly cpu: number
}

const namespace = 'flux-releases'
const concurrent = 10
const never = new AbortController().signal

/** Where the environment says that Flux's controllers are; undefined when it says nothing. */
export function findFlux(env: NodeJS.ProcessEnv): FluxBinaries | undefined {
  const { FLUX_HELM_CONTROLLER: helm, FLUX_SOURCE_CONTROLLER: source } = env
  if (helm === undefined && source === undefined) return undefined
  if (helm !== undefined && source !== undefined) return { helm, source }
  throw new Error('FLUX_HELM_CONTROLLER and FLUX_SOURCE_CONTROLLER are wanted together')
}

/** Lets Flux make so many releases, and ends it. */
export async function measureFlux(
  binaries: FluxBinaries,
  stage: FluxStage,
  size: number,
): Promise<FluxFigures> {
  await prepareCluster(stage)
  const controllers = await startControllers(binaries, stage)
  try {
    return await timeReleases(controllers, stage, size)
  } finally {
    for (const child of controllers) child.kill('SIGKILL')
  }
}

async function timeReleases(
  controllers: readonly ChildProcess[],
  { client, repo, parallel }: FluxStage,
  size: number,
): Promise<FluxFigures> {
  const repository = { interval: '1h', timeout: '60s', provider: 'generic', url: repo }
  await apply(client, kinds.HelmRepository, 'charts', repository)
  const stop = new AbortController()
  const left = new Set(Array.from({ length: size }, (_, at) => `release-${at}`))
  const names = [...left]
  const done = Promise.withResolvers<void>()
  const informer = new Informer(client, { resource: kinds.HelmRelease, namespace }, {})
  informer.addHandler(({ object }) => {
    if (conditionOf(object, 'Ready')?.status === 'True') left.delete(nameOf(object))
    if (left.size === 0) done.resolve()
  })
  informer.run(stop.signal).catch(() => {})
  await informer.untilSynced(never)
  for (const child of controllers) {
    child.once('exit', (code) => done.reject(new Error(`${child.spawnfile} ended with ${code}`)))
  }
  const before = processorTogether(controllers)
  const began = performance.now()
  const write = (name: string) => apply(client, kinds.HelmRelease, name, releaseSpec)
  await runBounded(names, parallel, write, never)
  await done.promise
  const took = performance.now() - began
  stop.abort()
  const peak = controllers.reduce((sum, { pid }) => sum + peakOf(pid ?? 0), 0)
  return { took, peak, cpu: processorTogether(controllers) - before }
}

function processorTogether(controllers: readonly ChildProcess[]): number {
  return controllers.reduce((sum, { pid }) => sum + processorOf(pid ?? 0), 0)
}

const releaseSpec = {
  interval: '1h',
  chart: {
    spec: {
      chart: 'four',
      version: '1.0.0',
      reconcileStrategy: 'ChartVersion',
      sourceRef: { kind: 'HelmRepository', name: 'charts' },
    },
  },
}

function kindOf(group: string, version: string, kind: string, resource: string): ApiResource {
  return { group: `${group}.toolkit.fluxcd.io`, version, kind, resource, namespaced: true }
}

const kinds = {
  HelmRelease: kindOf('helm', 'v2', 'HelmRelease', 'helmreleases'),
  HelmRepository: kindOf('source', 'v1', 'HelmRepository', 'helmrepositories'),
  HelmChart: kindOf('source', 'v1', 'HelmChart', 'helmcharts'),
  GitRepository: kindOf('source', 'v1', 'GitRepository', 'gitrepositories'),
  OCIRepository: kindOf('source', 'v1', 'OCIRepository', 'ocirepositories'),
  Bucket: kindOf('source', 'v1', 'Bucket', 'buckets'),
  ExternalArtifact: kindOf('source', 'v1', 'ExternalArtifact', 'externalartifacts'),
} as const

// Definitions that take everything: less work for the server than Flux's own.
function definitionOf({ group, version, kind, resource }: ApiResource): KubeObject {
  const schema = {
    openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  }
  const versions = [
    { name: version, served: true, storage: true, schema, subresources: { status: {} } },
  ]
  const singular = kind.toLowerCase()
  const names = { kind, plural: resource, singular, listKind: `${kind}List` }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${resource}.${group}` },
    spec: { group, scope: 'Namespaced', names, versions },
  }
}

async function prepareCluster({ client }: FluxStage): Promise<void> {
  for (const kind of Object.values(kinds)) {
    await applyObject(client, crds, definitionOf(kind), { force: true }, never)
  }
  for (const { resource, group } of Object.values(kinds)) {
    const target = { resource: crds, name: `${resource}.${group}` }
    for (;;) {
      const found = await getObject(client, target, {}, never)
      if (found !== undefined && conditionOf(found, 'Established')?.status === 'True') break
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }
  await applyObject(client, core('Namespace'), object, {}, never)
}

async function apply(
  client: KubeClient,
  resource: ApiResource,
  name: string,
  spec: JsonObject,
): Promise<void> {
  const { group, version, kind } = resource
  const metadata = { name, namespace }
  const object = { apiVersion: `${group}/${version}`, kind, metadata, spec }
  await applyObject(client, resource, object, {}, never)
}

async function startControllers(
  { helm, source }: FluxBinaries,
  { kubeconfig, folder }: FluxStage,
): Promise<readonly ChildProcess[]> {
  const storage = join(folder, 'flux-storage')
  await mkdir(storage, { recursive: true })
  const address = `127.0.0.1:${await freePort()}`
  const flags = async () => [
    `--concurrent=${concurrent}`,
    '--log-level=error',
    `--metrics-addr=127.0.0.1:${await freePort()}`,
    `--health-addr=127.0.0.1:${await freePort()}`,
  ]
  const store = [
    `--storage-path=${storage}`,
    `--storage-addr=${address}`,
    `--storage-adv-addr=${address}`,
  ]
  const env = { ...process.env, KUBECONFIG: kubeconfig, RUNTIME_NAMESPACE: namespace }
  const start = (binary: string, args: readonly string[], log: string) => {
    const output = openSync(join(folder, log), 'w')
    return spawn(binary, args, { env, cwd: folder, stdio: ['ignore', output, output] })
  }
  return [
    start(source, [...(await flags()), ...store], 'source-controller.log'),
    start(helm, await flags(), 'helm-controller.log'),
  ]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
