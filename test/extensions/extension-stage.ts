import type { Renders } from '../../src/operator/sources/renders.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProcessTransport } from '../../src/apiserver/http/in-process.ts'
import { type ApiServer, startApiServer } from '../../src/apiserver/server.ts'
import { openFolder } from '../../src/apiserver/storage/node-files.ts'
import { allKinds } from '../../src/kinds/all-kinds.ts'
import { customResourceDefinition } from '../../src/kinds/custom-resource-definition.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import { applyObject } from '../../src/kube/objects/apply-object.ts'
import { type KubeClient, createKubeClient } from '../../src/kube/client.ts'
import { type ConnectedClient, connect } from '../../src/kube/connect.ts'
import type { Connection } from '../../src/kube/connection.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import type { Transport, TransportResponse } from '../../src/kube/transport.ts'
import { type KubeObject, conditionOf, nameOf, textAt } from '../../src/objects/kube-object.ts'
import type { Scope } from '../../src/operator/clusters/managed-scope.ts'
import { type OpenRehearsal, withRehearsal } from '../../src/operator/rehearsal/open-rehearsal.ts'
import { runOperator } from '../../src/operator/run-operator.ts'
import { strictPolicy } from '../../src/sources/policy/policy.ts'
import type { Clock } from '../../src/std/clock.ts'
import { core, crds } from '../operator/resources.ts'
import { JumpingClock } from './jumping-clock.ts'

export const platform = 'outrigger-system'
const patience = 40_000
/** The end of the names of servers that are only in this process. */
const inMemory = '.example.test'

export interface StageOptions {
  readonly scope?: Scope
  /** Of the operator; one that can be set forward by default. */
  readonly clock?: Clock
  /** Where charts are rendered; on this thread by default. */
  readonly renders?: Renders
}

/** An embedded API server that can become another Kubernetes, and an operator whose clock can be set. */
export class ExtensionStage {
  /** Requests of the operator that no answer has begun for. */
  private underWay = 0
  readonly clock = new JumpingClock(() => this.underWay > 0)
  readonly client: KubeClient
  private readonly folder: string
  private server: ApiServer | undefined
  private life = new AbortController()
  private readonly scope: Scope
  private readonly operatorClock: Clock
  private readonly renders: Renders | undefined
  private readonly told = new Map<string, string[]>()
  private readonly remotes = new Map<string, ApiServer>()
  private readonly lines = new Map<string, AbortController>()
  private readonly asked = new Map<string, number>()
  private readonly neighbours = new Map<string, ExtensionStage>()
  private running: { readonly stop: AbortController; readonly done: Promise<void> } | undefined
  private readonly signal = AbortSignal.timeout(10 * 60_000)

  private constructor(folder: string, { scope = 'hub', clock, renders }: StageOptions) {
    this.folder = folder
    this.renders = renders
    this.scope = scope
    this.operatorClock = clock ?? this.clock
    this.client = createKubeClient({
      transport: this.transportOf('tester'),
      rateLimit: 'none',
      fieldManager: 'tester',
    })
  }

  static async open(minor: number, options: StageOptions = {}): Promise<ExtensionStage> {
    const stage = new ExtensionStage(await mkdtemp(join(tmpdir(), 'extensions-')), options)
    await stage.become(minor)
    for (const kind of allKinds)
      await stage.apply(crds, customResourceDefinition(kind) as KubeObject)
    for (const { plural } of allKinds) await stage.served(`${plural}.outrigger.dev`)
    await stage.apply(core('Namespace'), {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: platform },
    })
    await stage.start()
    return stage
  }

  /** The version that the server claims instead, `v1.34.7`; it behaves as before. */
  calledItself: string | undefined

  /** Another process of the same operator. */
  async restart(): Promise<void> {
    this.running?.stop.abort(new Error('stopped'))
    await this.running?.done
    await this.start()
  }

  /** The same objects, served by another version of Kubernetes. */
  async become(minor: number): Promise<void> {
    const before = this.server
    // As a server that stops does: whoever watches hears that it is gone.
    this.server = undefined
    this.life.abort(new Error('the server has stopped'))
    this.life = new AbortController()
    await before?.close()
    const files = await openFolder(join(this.folder, 'store'))
    this.server = await startApiServer({ files, minor })
  }

  async close(): Promise<void> {
    this.running?.stop.abort(new Error('stopped'))
    await this.running?.done
    await this.server?.close()
    for (const remote of this.remotes.values()) await remote.close()
    await rm(this.folder, { recursive: true })
  }

  /** Another cluster, whose kubeconfig is in a Secret of its name; without a version it never answers. */
  async remote(name: string, minor?: number): Promise<KubeClient | undefined> {
    const host = await this.writeKubeconfig(name)
    if (minor === undefined) return undefined
    const before = this.remotes.get(host)
    const folder = await openFolder(join(this.folder, host))
    await before?.close()
    this.remotes.set(host, await startApiServer({ files: folder, minor }))
    return createKubeClient({ transport: this.remoteTransport(host), rateLimit: 'none' })
  }

  /** The server of another stage, which has an operator of its own. */
  async neighbour(name: string, stage: ExtensionStage): Promise<void> {
    this.neighbours.set(await this.writeKubeconfig(name), stage)
  }

  /** A cluster that is reached over the network. */
  async reached(name: string, kubeconfig: string): Promise<void> {
    await this.writeSecret(name, kubeconfig)
  }

  /** Looks at what an upgrade of a cluster would mean, as the command line does. */
  rehearsal<T>(name: string, act: (context: OpenRehearsal) => Promise<T>): Promise<T> {
    const options = {
      client: this.client,
      connect: (connection: Connection) => this.connectTo(connection),
      fetching: this.fetching(),
      platformNamespace: platform,
    }
    const found = (context: OpenRehearsal | undefined) => {
      if (context === undefined) throw new Error(`there is no Cluster ${name}`)
      return act(context)
    }
    return withRehearsal(name, options, found, this.signal)
  }

  private fetching() {
    const { folder } = this
    const plainHttp = 'loopback' as const
    return { policy: strictPolicy, indexFolder: folder, fileRoot: folder, plainHttp }
  }

  private connectTo(connection: Connection, clock?: Clock): ConnectedClient {
    const { hostname } = connection.server
    const options = { rateLimit: 'none', ...(clock === undefined ? {} : { clock }) } as const
    if (!hostname.endsWith(inMemory)) return connect(connection, options)
    const client = createKubeClient({ transport: this.cuttable(hostname), ...options })
    return { client, close: async () => {} }
  }

  private async writeKubeconfig(name: string): Promise<string> {
    const host = `${name}${inMemory}`
    const kubeconfig = JSON.stringify({
      clusters: [{ name, cluster: { server: `https://${host}` } }],
      users: [{ name, user: { token: 'secret' } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
      'current-context': name,
    })
    await this.writeSecret(name, kubeconfig)
    return host
  }

  private async writeSecret(name: string, kubeconfig: string): Promise<void> {
    await this.apply(core('Secret'), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: platform },
      data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
    })
  }

  /** Cuts every connection to another cluster, and refuses new ones until it is mended. */
  cut(name: string): void {
    const host = `${name}${inMemory}`
    this.lineOf(host).abort(reset())
  }

  mend(name: string): void {
    this.lines.set(`${name}${inMemory}`, new AbortController())
  }

  /** How often the operator has asked another cluster for something, heard or not. */
  requestsTo(name: string): number {
    return this.asked.get(`${name}${inMemory}`) ?? 0
  }

  private lineOf(host: string): AbortController {
    const line = this.lines.get(host) ?? new AbortController()
    this.lines.set(host, line)
    return line
  }

  // These are the requests of operators; the tester's own line is never cut.
  private cuttable(host: string): Transport {
    const send = this.remoteTransport(host)
    return async (request, signal) => {
      this.asked.set(host, (this.asked.get(host) ?? 0) + 1)
      const line = this.lineOf(host).signal
      if (line.aborted) throw reset()
      const either = AbortSignal.any([signal, line])
      const answer = await send(request, either)
      // An answer that had begun is cut off, too.
      if (line.aborted) throw reset()
      return answer
    }
  }

  private remoteTransport(host: string): Transport {
    return (request, signal) => {
      const server = this.neighbours.get(host)?.server ?? this.remotes.get(host)
      if (server === undefined) return silence(signal)
      const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
      return this.counted(inProcessTransport(server.answer, peer))(request, signal)
    }
  }

  /** Writes an object of one of our kinds; `namespace/name`, or a name in the platform's. */
  put(
    kind: string,
    name: string,
    spec: JsonRecord,
    metadata: JsonRecord = {},
  ): Promise<KubeObject> {
    const { resource, ...place } = targetOf(kind, name)
    return this.apply(resource, { apiVersion, kind, metadata: { ...place, ...metadata }, spec })
  }

  async apply(resource: ApiResource, object: KubeObject): Promise<KubeObject> {
    const written = await applyObject(this.client, resource, object, { force: true }, this.signal)
    return written.object
  }

  get(kind: string, name: string): Promise<KubeObject | undefined> {
    return getObject(this.client, targetOf(kind, name), {}, this.signal)
  }

  async names(kind: string): Promise<readonly string[]> {
    const resource = kindResource(kind)
    const { objects } = await listObjects(this.client, { resource }, {}, this.signal)
    return objects.map(nameOf).toSorted()
  }

  delete(kind: string, name: string) {
    return deleteObject(this.client, targetOf(kind, name), {}, this.signal)
  }

  /** Waits until an object's Ready has the reason, as of its newest generation. */
  async ready(kind: string, name: string, reason = 'Installed'): Promise<KubeObject> {
    return this.until(kind, name, (found) => {
      const status = found['status'] as { readonly observedGeneration?: unknown } | undefined
      const isFresh = status?.observedGeneration === found.metadata['generation']
      return isFresh && conditionOf(found, 'Ready')?.reason === reason
    })
  }

  async until(
    kind: string,
    name: string,
    isSo: (found: KubeObject) => boolean,
  ): Promise<KubeObject> {
    const end = Date.now() + patience
    for (;;) {
      const found = await this.get(kind, name)
      if (found !== undefined && isSo(found)) return found
      if (Date.now() > end) {
        const status = JSON.stringify(found?.['status'], undefined, 1)
        throw new Error(`waited in vain for ${kind} ${name}; found ${status}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** Says of a claim that there is a volume. */
  async bind(name: string): Promise<void> {
    const resource = core('PersistentVolumeClaim')
    const metadata = { name, namespace: platform }
    const body = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata,
      status: { phase: 'Bound' },
    }
    const options = { subresource: 'status', force: true }
    await applyObject(this.client, resource, body, options, this.signal)
  }

  async gone(kind: string, name: string): Promise<void> {
    const end = Date.now() + patience
    while ((await this.get(kind, name)) !== undefined) {
      if (Date.now() > end) throw new Error(`${kind} ${name} is still there`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** The data of a ConfigMap. */
  async data(name: string): Promise<unknown> {
    return (await this.get('ConfigMap', name))?.['data']
  }

  /** Reasons and notes of the warning events, all or those about objects of some names. */
  async warnings(names?: readonly string[]): Promise<readonly string[]> {
    const { objects } = await listObjects(this.client, { resource: core('Event') }, {}, this.signal)
    return objects
      .filter((event) => event['type'] === 'Warning')
      .filter((event) => names?.includes(textAt(event, ['involvedObject', 'name'])) ?? true)
      .map((event) => `${textAt(event, ['reason'])} ${textAt(event, ['message'])}`)
  }

  private async start(): Promise<void> {
    const stop = new AbortController()
    const leading = Promise.withResolvers<void>()
    const client = createKubeClient({
      transport: this.counted(this.overheard(this.transportOf('operator'))),
      rateLimit: 'none',
      clock: this.operatorClock,
    })
    const done = runOperator(
      {
        client,
        fetching: this.fetching(),
        connect: (connection) => this.connectTo(connection, this.operatorClock),
        platformNamespace: platform,
        scope: this.scope,
        ...(this.renders === undefined ? {} : { renders: this.renders }),
        identity: 'operator',
        observer: { leading: () => leading.resolve() },
      },
      stop.signal,
    ).catch((error: unknown) => {
      leading.reject(error)
      if (!stop.signal.aborted) throw error
    })
    this.running = { stop, done }
    await leading.promise
  }

  private transportOf(name: string): Transport {
    const peer = { certificate: { name, groups: ['system:masters'] } }
    return (request, signal) => {
      const { server } = this
      if (server === undefined) throw new Error('there is no server')
      const either = AbortSignal.any([signal, this.life.signal])
      const send = inProcessTransport(server.answer, peer)
      if (request.path === '/version' && this.calledItself !== undefined)
        return renamed(send(request, signal), this.calledItself)
      return send(request, request.stream ? either : signal)
    }
  }

  /** Every reason that the operator gave as Ready, of instances and plugins of a name. */
  reasonsOf(name: string): readonly string[] {
    return this.told.get(name) ?? []
  }

  /** Called, and waited for, before an instance of a name is told to be ready. */
  beforeReady: ((name: string) => Promise<void>) | undefined

  /** Called, and waited for, before the operator writes or deletes a Plugin of a name. */
  beforePlugin: ((name: string, method: string) => Promise<void>) | undefined

  private overheard(send: Transport): Transport {
    return async (request, signal) => {
      const plugin = /\/plugins\/([^/?]+)(?:\?|$)/.exec(request.path)?.[1]
      if (plugin !== undefined && request.method !== 'GET')
        await this.beforePlugin?.(plugin, request.method)
      const name = /\/(?:extensioninstances|plugins)\/([^/]+)\/status/.exec(request.path)?.[1]
      if (name !== undefined && request.body !== undefined) {
        const ready = conditionOf(JSON.parse(request.body) as KubeObject, 'Ready')
        this.told.set(name, [...this.reasonsOf(name), ready?.reason ?? ''])
        const isInstance = request.path.includes('/extensioninstances/')
        if (isInstance && ready?.status === 'True') await this.beforeReady?.(name)
      }
      return send(request, signal)
    }
  }

  private counted(send: Transport): Transport {
    return async (request, signal) => {
      this.underWay++
      try {
        return await send(request, signal)
      } finally {
        this.underWay--
      }
    }
  }

  private async served(name: string): Promise<void> {
    const end = Date.now() + patience
    for (;;) {
      const found = await getObject(this.client, { resource: crds, name }, {}, this.signal)
      if (found !== undefined && conditionOf(found, 'Established')?.status === 'True') return
      if (Date.now() > end) throw new Error(`${name} is not served`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

async function renamed(
  answer: Promise<TransportResponse>,
  gitVersion: string,
): Promise<TransportResponse> {
  const { body, ...rest } = await answer
  const page: JsonRecord = JSON.parse(Buffer.concat(await Array.fromAsync(body)).toString())
  const bytes = Buffer.from(JSON.stringify({ ...page, gitVersion }))
  return {
    ...rest,
    body: (async function* () {
      yield bytes
    })(),
  }
}

function reset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}

// A server that accepts connections and says nothing.
function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

function targetOf(kind: string, text: string) {
  const resource = kindResource(kind)
  if (!resource.namespaced) return { resource, name: text }
  const [name = '', namespace = platform] = text.split('/').toReversed()
  return { resource, namespace, name }
}

function kindResource(kind: string): ApiResource {
  const ours = allKinds.find((one) => one.kind === kind)
  return ours === undefined ? core(kind) : resourceOf(ours)
}
