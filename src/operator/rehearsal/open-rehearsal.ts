import { renderHere } from '../../chart/node/render-here.ts'
import type { RenderRound } from '../../chart/render/render-round.ts'
import { SharedInformers } from '../../controller/shared-informers.ts'
import { type Cluster, clusterKind, parseCluster } from '../../kinds/cluster.ts'
import { extensionKind, parseExtension } from '../../kinds/extension.ts'
import { extensionInstanceKind, parseExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { type KindDefinition, resourceOf } from '../../kinds/kind-definition.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { parsePlugin, pluginKind } from '../../kinds/plugin.ts'
import { parseProfile, profileKind } from '../../kinds/profile.ts'
import type { KubeClient } from '../../kube/client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { digestFinder } from '../../mirror/images/find-digest.ts'
import type { FetchOptions } from '../../sources/chart-request.ts'
import { withoutWrites } from '../../controller/election/fenced-client.ts'
import type { Connect } from '../../kube/connect.ts'
import { KindStore } from '../pass/kind-store.ts'
import { LocalVersion } from '../clusters/local-version.ts'
import { documentedRounds } from '../sources/renders.ts'
import { SourceCache } from '../sources/source-cache.ts'
import { WatchedObjects } from '../pass/watched-objects.ts'

import { openTarget } from './open-target.ts'
import { readRepositories } from './read-repositories.ts'
import { personRights } from './person-rights.ts'
import type { RehearsalContext } from './rehearsal-context.ts'

export interface RehearsalOptions {
  /** The cluster that our own kinds are on. */
  readonly client: KubeClient
  readonly connect: Connect
  readonly fetching: FetchOptions
  readonly platformNamespace: string
  /** Where charts are rendered; on this thread unless told. */
  readonly render?: RenderRound
}

export interface OpenRehearsal extends RehearsalContext {
  readonly cluster: Cluster
}

/**
 * Opens the parts that a rehearsal on a Cluster needs, and follows them while they are used;
 * undefined when there is no such Cluster.
 */
// oxlint-disable-next-line max-lines-per-function -- it wires one part after the other and decides nothing
export async function withRehearsal<T>(
  name: string,
  options: RehearsalOptions,
  act: (context: OpenRehearsal | undefined) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { client, fetching, platformNamespace } = options
  const render = documentedRounds(fetching)(options.render ?? renderHere)
  const informers = new SharedInformers(client, () => ({}))
  const store = <Kind>(definition: KindDefinition, parse: (object: JsonRecord) => Parsed<Kind>) =>
    new KindStore(informers.informer({ resource: resourceOf(definition) }, {}), parse)
  const instances = store(extensionInstanceKind, parseExtensionInstance)
  instances.addIndex('extension', ({ spec }) => [spec.extension])
  const stores = {
    extensions: store(extensionKind, parseExtension),
    instances,
    plugins: store(pluginKind, parsePlugin),
    clusters: store(clusterKind, parseCluster),
    profiles: store(profileKind, parseProfile),
  }
  const reader = withoutWrites(client)
  const watched = new WatchedObjects(reader, () => {})
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  const following = [informers.run(both), watched.run(both)].map((one) => one.catch(() => {}))
  const closes: (() => Promise<void>)[] = []
  try {
    await informers.untilSynced(both)
    const cluster = stores.clusters.value(name)
    if (cluster === undefined) return await act(undefined)
    const sources = new SourceCache(fetching, client.clock)
    const { client: own, close } = await openTarget(cluster, options, both)
    closes.push(close)
    const repositories = await readRepositories(
      { client, indexFolder: fetching.indexFolder, platformNamespace },
      both,
    )
    const local = new LocalVersion(reader, platformNamespace, () => {})
    return await act({
      cluster,
      client,
      sources,
      platformNamespace,
      repositories,
      // All that is looked at here is offered by an Extension.
      isNamedByExtension: () => true,
      target: {
        client: own,
        round: render,
        discovery: new Discovery(own),
        findDigest: digestFinder(fetching),
        platformNamespace,
      },
      instances: {
        ...stores,
        client: reader,
        local,
        watched,
        // There is no worker to hold.
        offWorker: (_, wait) => wait(both),
        sources,
        repositories,
        // Taken to fit; the plans for both versions tell otherwise.
        fitAnswers: { get: () => ({ is: 'fits' }) },
        rights: personRights(client, platformNamespace),
        platformNamespace,
      },
    })
  } finally {
    stop.abort(new Error('the rehearsal is over'))
    await Promise.all(following)
    for (const close of closes) await close()
  }
}
