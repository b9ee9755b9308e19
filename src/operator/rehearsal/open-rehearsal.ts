import { renderHere } from '../../chart/node/render-here.ts'
import { SharedInformers } from '../../controller/shared-informers.ts'
import { type Cluster, clusterKind, parseCluster } from '../../kinds/cluster.ts'
import { extensionKind, parseExtension } from '../../kinds/extension.ts'
import { extensionInstanceKind, parseExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import { parseProfile, profileKind } from '../../kinds/profile.ts'
import { parseRepository, repositoryKind } from '../../kinds/repository.ts'
import type { KubeClient } from '../../kube/client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { getObject } from '../../kube/get-object.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import { listObjects } from '../../kube/list-objects.ts'
import { textAt } from '../../objects/kube-object.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import type { Connect } from '../cluster/cluster-book.ts'
import { SourceFit } from '../extension-instance/source-fit.ts'
import { KindShelf } from '../kind-shelf.ts'
import { LocalVersion } from '../local-version.ts'
import { dataOf } from '../plugin/prepare.ts'
import { SourceBook } from '../plugin/source-book.ts'
import { WatchedObjects, resourceOf as namedResource } from '../plugin/watched-objects.ts'

import { originOf } from '../repository/book-entry.ts'
import { indexPlaceOf, trustOf } from '../repository/act.ts'
import { readAccess } from '../repository/read-access.ts'
import { RepositoryBook } from '../repository/repository-book.ts'
import type { RehearsalWorld } from './rehearsal-world.ts'

export interface RehearsalOptions {
  /** The cluster that our own kinds are on. */
  readonly client: KubeClient
  readonly connect: Connect
  readonly fetching: FetchOptions
  readonly platformNamespace: string
}

export interface OpenRehearsal extends RehearsalWorld {
  readonly cluster: Cluster
}

/** What a rehearsal on a Cluster needs, followed while it is used; undefined when there is no such Cluster. */
export async function withRehearsal<T>(
  name: string,
  options: RehearsalOptions,
  act: (world: OpenRehearsal | undefined) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { client, fetching, platformNamespace } = options
  const informers = new SharedInformers(client, () => ({}))
  const shelf = <Kind>(definition: KindDefinition, parse: (object: JsonRecord) => Parsed<Kind>) =>
    new KindShelf(informers.informer({ resource: resourceOf(definition) }, {}), parse)
  const instances = shelf(extensionInstanceKind, parseExtensionInstance)
  instances.addIndex('extension', ({ spec }) => [spec.extension])
  const shelves = {
    extensions: shelf(extensionKind, parseExtension),
    instances,
    plugins: shelf(pluginKind, parsePlugin),
    clusters: shelf(clusterKind, parseCluster),
    profiles: shelf(profileKind, parseProfile),
  }
  const watched = new WatchedObjects(client, () => {})
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  const following = [informers.run(both), watched.run(both)].map((one) => one.catch(() => {}))
  const closes: (() => Promise<void>)[] = []
  try {
    await informers.untilSynced(both)
    const cluster = shelves.clusters.value(name)
    if (cluster === undefined) return await act(undefined)
    const sources = new SourceBook(fetching, client.clock)
    const { client: own, close } = await openTarget(cluster, options, both)
    closes.push(close)
    const repositories = await readRepositories(options, both)
    // What fits which version is found out for both of them, and not here.
    const fit = new SourceFit({
      sources,
      repositories,
      platformNamespace,
      renders: { now: renderHere },
      targetAt: () => undefined,
    })
    const local = new LocalVersion(client, platformNamespace, () => {})
    return await act({
      cluster,
      client,
      sources,
      platformNamespace,
      repositories,
      // All that is looked at here is offered by an Extension.
      isVouched: () => true,
      target: { client: own, discovery: new Discovery(own) },
      instances: {
        ...shelves,
        client,
        local,
        watched,
        sources,
        repositories,
        fit,
        platformNamespace,
        // Nothing is written here.
        writes: () => {},
      },
    })
  } finally {
    stop.abort(new Error('the rehearsal is over'))
    await Promise.all(following)
    for (const close of closes) await close()
  }
}

async function openTarget(
  { spec }: Cluster,
  { client, connect, platformNamespace: namespace }: RehearsalOptions,
  signal: AbortSignal,
): Promise<{ readonly client: KubeClient; readonly close: () => Promise<void> }> {
  if (spec.inCluster) return { client, close: async () => {} }
  const { secretName = '', key = 'kubeconfig' } = spec.kubeconfig ?? {}
  const target = { resource: namedResource('Secret'), namespace, name: secretName }
  const secret = await getObject(client, target, {}, signal)
  const where = `Secret ${namespace}/${secretName}`
  const text = secret === undefined ? undefined : dataOf(secret)[key]
  if (text === undefined) throw new Error(`${where} does not exist or has no key ${key}`)
  return connect(await connectionOfSecret(text, where, { proxy: 'refuse' }))
}

// What names of Repositories mean, without looking after their indexes.
async function readRepositories(
  { client, fetching, platformNamespace }: RehearsalOptions,
  signal: AbortSignal,
): Promise<RepositoryBook> {
  const book = new RepositoryBook(platformNamespace)
  const found = await listObjects(client, { resource: resourceOf(repositoryKind) }, {}, signal)
  const secretOf = (namespace: string, name: string, inner: AbortSignal) =>
    getObject(client, { resource: namedResource('Secret'), namespace, name }, {}, inner)
  for (const object of found.objects) {
    const parsed = parseRepository(object)
    if (!parsed.ok) continue
    const repository = parsed.value
    const { namespace, name } = repository.metadata
    const access = await readAccess(repository, secretOf, signal)
    const login = access.state === 'complete' ? access : undefined
    book.set({
      namespace,
      name,
      spec: repository.spec,
      origin: originOf(repository, platformNamespace),
      source: login && {
        address: repository.spec.url,
        trust: trustOf(namespace, platformNamespace),
        ...(login.credentials === undefined ? {} : { credentials: login.credentials }),
        ...(login.tls === undefined ? {} : { tls: login.tls }),
        place: indexPlaceOf(`${namespace}/${name}`, fetching.indexFolder),
      },
      digest: textAt(object, ['status', 'index', 'digest']),
      message: access.state === 'complete' ? '' : access.message,
    })
  }
  return book
}
