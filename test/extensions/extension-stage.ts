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
import { applyObject } from '../../src/kube/apply-object.ts'
import { type KubeClient, createKubeClient } from '../../src/kube/client.ts'
import { deleteObject } from '../../src/kube/delete-object.ts'
import { getObject } from '../../src/kube/get-object.ts'
import { listObjects } from '../../src/kube/list-objects.ts'
import type { Transport } from '../../src/kube/transport.ts'
import { type KubeObject, conditionOf, nameOf, textAt } from '../../src/objects/kube-object.ts'
import { runOperator } from '../../src/operator/run-operator.ts'
import { strictPolicy } from '../../src/sources/policy/policy.ts'
import { core, definitions } from '../operator/resources.ts'
import { JumpingClock } from './jumping-clock.ts'

export const platform = 'outrigger-system'
const patience = 40_000

/** An embedded API server that can become another Kubernetes, and an operator whose clock can be set. */
export class ExtensionStage {
  readonly clock = new JumpingClock()
  readonly client: KubeClient
  private readonly folder: string
  private server: ApiServer | undefined
  private readonly remotes = new Map<string, ApiServer>()
  private running: { readonly stop: AbortController; readonly done: Promise<void> } | undefined
  private readonly signal = AbortSignal.timeout(10 * 60_000)

  private constructor(folder: string) {
    this.folder = folder
    this.client = createKubeClient({
      transport: this.transportOf('tester'),
      rateLimit: 'none',
      fieldManager: 'tester',
    })
  }

  static async open(minor: number): Promise<ExtensionStage> {
    const stage = new ExtensionStage(await mkdtemp(join(tmpdir(), 'extensions-')))
    await stage.become(minor)
    for (const definition of allKinds)
      await stage.apply(definitions, customResourceDefinition(definition) as KubeObject)
    for (const { plural } of allKinds) await stage.served(`${plural}.outrigger.dev`)
    await stage.apply(core('Namespace'), {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: platform },
    })
    await stage.start()
    return stage
  }

  /** The same objects, served by another version of Kubernetes. */
  async become(minor: number): Promise<void> {
    await this.server?.close()
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
    const host = `${name}.example.test`
    const kubeconfig = JSON.stringify({
      clusters: [{ name, cluster: { server: `https://${host}` } }],
      users: [{ name, user: { token: 'secret' } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
      'current-context': name,
    })
    await this.apply(core('Secret'), {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name, namespace: platform },
      data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
    })
    if (minor === undefined) return undefined
    const before = this.remotes.get(host)
    const folder = await openFolder(join(this.folder, host))
    await before?.close()
    this.remotes.set(host, await startApiServer({ files: folder, minor }))
    return createKubeClient({ transport: this.remoteTransport(host), rateLimit: 'none' })
  }

  private remoteTransport(host: string): Transport {
    return (request, signal) => {
      const server = this.remotes.get(host)
      if (server === undefined) return silence(signal)
      const peer = { certificate: { name: 'admin', groups: ['system:masters'] } }
      return inProcessTransport(server.answer, peer)(request, signal)
    }
  }

  /** Writes an object of one of our kinds; those that are in namespaces into the platform's. */
  put(
    kind: string,
    name: string,
    spec: JsonRecord,
    metadata: JsonRecord = {},
  ): Promise<KubeObject> {
    const resource = kindResource(kind)
    const place = resource.namespaced ? { namespace: platform } : {}
    const body = { apiVersion, kind, metadata: { name, ...place, ...metadata }, spec }
    return this.apply(resource, body)
  }

  async apply(resource: ApiResource, object: KubeObject): Promise<KubeObject> {
    const written = await applyObject(this.client, resource, object, { force: true }, this.signal)
    return written.object
  }

  get(kind: string, name: string): Promise<KubeObject | undefined> {
    const resource = kindResource(kind)
    const place = resource.namespaced ? { namespace: platform } : {}
    return getObject(this.client, { resource, ...place, name }, {}, this.signal)
  }

  async names(kind: string): Promise<readonly string[]> {
    const resource = kindResource(kind)
    const { objects } = await listObjects(this.client, { resource }, {}, this.signal)
    return objects.map(nameOf).toSorted()
  }

  delete(kind: string, name: string) {
    const resource = kindResource(kind)
    const place = resource.namespaced ? { namespace: platform } : {}
    return deleteObject(this.client, { resource, ...place, name }, {}, this.signal)
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

  async gone(kind: string, name: string): Promise<void> {
    const end = Date.now() + patience
    while ((await this.get(kind, name)) !== undefined) {
      if (Date.now() > end) throw new Error(`${kind} ${name} is still there`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** The data of a ConfigMap in the platform namespace. */
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
      transport: this.transportOf('operator'),
      rateLimit: 'none',
      clock: this.clock,
    })
    const done = runOperator(
      {
        client,
        fetching: {
          policy: strictPolicy,
          indexFolder: this.folder,
          fileRoot: this.folder,
          plainHttp: 'loopback',
        },
        connect: ({ server }) => ({
          client: createKubeClient({
            transport: this.remoteTransport(server.hostname),
            rateLimit: 'none',
            clock: this.clock,
          }),
          close: async () => {},
        }),
        platformNamespace: platform,
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
      return inProcessTransport(server.answer, peer)(request, signal)
    }
  }

  private async served(name: string): Promise<void> {
    const end = Date.now() + patience
    for (;;) {
      const found = await getObject(this.client, { resource: definitions, name }, {}, this.signal)
      if (found !== undefined && conditionOf(found, 'Established')?.status === 'True') return
      if (Date.now() > end) throw new Error(`${name} is not served`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

// A server that accepts connections and says nothing.
function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

function kindResource(kind: string): ApiResource {
  const ours = allKinds.find((definition) => definition.kind === kind)
  return ours === undefined ? core(kind) : resourceOf(ours)
}
