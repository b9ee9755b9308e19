import type { Renders } from '../../src/operator/sources/renders.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProcessTransport } from '../../src/apiserver/http/in-process.ts'
import type { PassOutcome } from '../../src/controller/worker.ts'
import { allKinds } from '../../src/kinds/all-kinds.ts'
import { customResourceDefinition } from '../../src/kinds/custom-resource-definition.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { type Plugin, parsePlugin, pluginKind } from '../../src/kinds/plugin.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { type KubeClient, createKubeClient } from '../../src/kube/client.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import type { Transport } from '../../src/kube/transport.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import { type KubeObject, conditionsOf, nameOf } from '../../src/objects/kube-object.ts'
import { runOperator } from '../../src/operator/run-operator.ts'
import type { Delays } from '../../src/sandbox/delays.ts'
import { startSandbox } from '../../src/sandbox/start-sandbox.ts'
import { strictPolicy } from '../../src/sources/policy/policy.ts'
import type { Clock } from '../../src/std/clock.ts'
import { core, crds } from './resources.ts'

export const platform = 'outrigger-system'
const patience = 60_000
// Workloads come alive at once: what is tested is who waits for whom.
const swift = { pull: 5, ready: 200, run: 200, crash: 10, stop: 5, address: 5, volume: 5 }

export interface StageOptions {
  /** Of the operator; the server has that of this machine. */
  readonly clock?: Clock
  /** Of the workloads, where they do not come alive at once. */
  readonly delays?: Partial<Delays>
  /** Where the operator renders; on its own thread by default. */
  readonly renders?: Renders
  /** Where it plays; an embedded server of its own by default. */
  readonly cluster?: StageCluster
}

export interface StageCluster {
  /** As somebody who may do everything. */
  readonly client: KubeClient
  readonly transport: Transport
  readonly close: () => Promise<void>
}

/** An embedded API server and an operator, in one process and without a socket between them. */
export class OperatorStage {
  /** Somebody who may do everything. */
  readonly client: KubeClient
  /** Requests of the operator: `PATCH /apis/…`. */
  readonly requests: string[] = []
  /** Watches of the operator that nobody has ended: paths with their queries. */
  readonly watches: string[] = []
  readonly passes: PassOutcome[] = []
  private readonly cluster: StageCluster
  private readonly folder: string
  private readonly options: StageOptions
  private running: { readonly stop: AbortController; readonly done: Promise<void> } | undefined
  private readonly signal = AbortSignal.timeout(10 * 60_000)

  private constructor(cluster: StageCluster, folder: string, options: StageOptions) {
    this.cluster = cluster
    this.folder = folder
    this.options = options
    this.client = cluster.client
  }

  static async open(options: StageOptions = {}): Promise<OperatorStage> {
    const cluster = options.cluster ?? (await embedded(options.delays))
    const folder = await mkdtemp(join(tmpdir(), 'operator-'))
    const stage = new OperatorStage(cluster, folder, options)
    for (const kind of allKinds) {
      await stage.apply(crds, customResourceDefinition(kind) as KubeObject)
    }
    for (const { plural } of allKinds) await stage.established(`${plural}.outrigger.dev`)
    await stage.apply(core('Namespace'), namespaceObject(platform))
    return stage
  }

  /** Starts the operator and waits until it leads. */
  async start(): Promise<void> {
    const stop = new AbortController()
    const transport: Transport = (request, signal) => {
      this.requests.push(`${request.method} ${request.path.split('?')[0]}`)
      if (request.path.includes('watch=')) {
        this.watches.push(request.path)
        const end = () => this.watches.splice(this.watches.indexOf(request.path), 1)
        signal.addEventListener('abort', end, { once: true })
      }
      return this.cluster.transport(request, signal)
    }
    const { clock, renders } = this.options
    const client = createKubeClient({
      transport,
      rateLimit: 'none',
      ...(clock === undefined ? {} : { clock }),
    })
    const leading = Promise.withResolvers<void>()
    const done = runOperator(
      {
        client,
        fetching: { policy: strictPolicy, indexFolder: this.folder, fileRoot: this.folder },
        ...(renders === undefined ? {} : { renders }),
        platformNamespace: platform,
        expansionFolder: join(this.folder, 'expansions'),
        identity: `operator-${Math.random()}`,
        observer: {
          leading: () => leading.resolve(),
          passed: (outcome) => this.passes.push(outcome),
        },
      },
      stop.signal,
    ).catch((error: unknown) => {
      leading.reject(error)
      if (!stop.signal.aborted) throw error
    })
    this.running = { stop, done }
    await leading.promise
  }

  async stop(): Promise<void> {
    this.running?.stop.abort(new Error('stopped'))
    await this.running?.done
    this.running = undefined
  }

  async close(): Promise<void> {
    await this.stop()
    await this.cluster.close()
    await rm(this.folder, { recursive: true })
  }

  /** Where charts of `file://` may be. */
  get files(): string {
    return this.folder
  }

  async apply(resource: ApiResource, object: KubeObject): Promise<KubeObject> {
    const { object: written } = await applyObject(
      this.client,
      resource,
      object,
      { force: true },
      this.signal,
    )
    return written
  }

  plugin(name: string, spec: JsonObject, namespace = platform): Promise<KubeObject> {
    const metadata = { name, namespace }
    return this.apply(resourceOf(pluginKind), { apiVersion, kind: 'Plugin', metadata, spec })
  }

  deletePlugin(name: string, namespace = platform) {
    const target = { resource: resourceOf(pluginKind), namespace, name }
    return deleteObject(this.client, target, {}, this.signal)
  }

  get(resource: ApiResource, namespace: string, name: string): Promise<KubeObject | undefined> {
    const place = resource.namespaced ? { namespace } : {}
    return getObject(this.client, { resource, ...place, name }, {}, this.signal)
  }

  async list(resource: ApiResource): Promise<readonly KubeObject[]> {
    const found = await listObjects(this.client, { resource }, {}, this.signal)
    return found.objects
  }

  async readPlugin(name: string, namespace = platform): Promise<Plugin | undefined> {
    const found = await this.get(resourceOf(pluginKind), namespace, name)
    const parsed = found === undefined ? undefined : parsePlugin(found)
    return parsed?.ok === true ? parsed.value : undefined
  }

  /** Waits until a plugin's Ready says so, as of its newest generation. */
  async ready(name: string, reason = 'Installed', namespace = platform): Promise<Plugin> {
    let last: Plugin | undefined
    await this.until(
      `${name} is ${reason}`,
      async () => {
        last = await this.readPlugin(name, namespace)
        const ready = last?.status.conditions?.find(({ type }) => type === 'Ready')
        return (
          last?.status.observedGeneration === last?.metadata.generation && ready?.reason === reason
        )
      },
      () => JSON.stringify(last?.status, undefined, 1),
    )
    if (last === undefined) throw new Error(`${name} is gone`)
    return last
  }

  async until(
    what: string,
    isSo: () => Promise<boolean>,
    found: () => string | undefined = () => undefined,
  ): Promise<void> {
    const end = Date.now() + patience
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`waited in vain until ${what}; found ${found() ?? ''}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** Names and reasons of the warning events. */
  async warnings(): Promise<readonly string[]> {
    const events = await this.list(core('Event'))
    return events
      .filter((event) => event['type'] === 'Warning')
      .map(
        (event) =>
          `${nameOf(event)} ${JSON.stringify(event['reason'])} ${JSON.stringify(event['message'] ?? event['note'])}`,
      )
  }

  private async established(name: string): Promise<void> {
    await this.until(`${name} is served`, async () => {
      const found = await this.get(crds, '', name)
      return conditionsOf(found ?? {}).some(
        ({ type, status }) => type === 'Established' && status === 'True',
      )
    })
  }
}

async function embedded(delays: Partial<Delays> = {}): Promise<StageCluster> {
  const sandbox = await startSandbox({ delays: { ...swift, ...delays } })
  const peer = { certificate: { name: 'operator', groups: ['system:masters'] } }
  return {
    client: sandbox.client({ fieldManager: 'tester' }),
    transport: inProcessTransport(sandbox.server.answer, peer),
    close: () => sandbox.stop(),
  }
}

function namespaceObject(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}
