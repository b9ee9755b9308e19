import { withoutWrites } from '../../controller/election/fenced-client.ts'
import { SharedInformers } from '../../controller/shared-informers.ts'
import type { Cluster } from '../../kinds/cluster.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Connect } from '../../kube/connect.ts'
import { isKubeError } from '../../kube/errors.ts'
import { reviewAccess } from '../../kube/objects/review-access.ts'
import type { Rights } from '../clusters/account-rights.ts'
import { accountOf, actingAs } from '../clusters/account.ts'
import { LocalVersion } from '../clusters/local-version.ts'
import { openKindStores } from '../pass/kind-stores.ts'
import { WatchedObjects } from '../pass/watched-objects.ts'
import { openCluster } from './open-cluster.ts'
import { type PlanParts, planContextOf } from './plan-context.ts'
import { readRepositories } from './read-repositories.ts'
import type { RehearsalContext } from './rehearse-instance.ts'

export interface RehearsalOptions extends Omit<PlanParts, 'target' | 'repositories'> {
  readonly connect: Connect
}

export interface OpenRehearsal extends RehearsalContext {
  readonly cluster: Cluster
}

/**
 * Opens the parts that a rehearsal on a Cluster needs, and follows them while they are used;
 * undefined when there is no such Cluster.
 */
export async function withRehearsal<T>(
  name: string,
  options: RehearsalOptions,
  act: (context: OpenRehearsal | undefined) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { client, fetching, platformNamespace } = options
  const informers = new SharedInformers(client, () => ({}))
  const stores = openKindStores(informers)
  const reader = withoutWrites(client)
  const watched = new WatchedObjects(reader, () => {})
  const stop = new AbortController()
  const both = AbortSignal.any([signal, stop.signal])
  // A part that fails ends the rehearsal by its signal.
  const following = [informers.run(both), watched.run(both)].map((one) =>
    one.catch((error: unknown) => stop.abort(error)),
  )
  const closes: (() => Promise<void>)[] = []
  try {
    await informers.untilSynced(both)
    const cluster = stores.clusters.value(name)
    if (cluster === undefined) return await act(undefined)
    const { client: target, close } = await openCluster(cluster, options, both)
    closes.push(close)
    const { indexFolder } = fetching
    const repositories = await readRepositories({ client, indexFolder, platformNamespace }, both)
    // All that is looked at here is offered by an Extension.
    const plans = planContextOf({ ...options, target, repositories }, () => true)
    return await act({
      ...plans,
      cluster,
      instances: {
        ...stores,
        ...plans,
        client: reader,
        local: new LocalVersion(reader, platformNamespace, () => {}),
        watched,
        // There is no worker to hold.
        offWorker: (_, wait) => wait(both),
        // Taken to fit; the plans for both versions tell otherwise.
        fitAnswers: { get: () => ({ is: 'fits' }) },
        rights: personRights(client, platformNamespace),
      },
    })
  } finally {
    stop.abort(new Error('the rehearsal is over'))
    await Promise.all(following)
    for (const close of closes) await close()
  }
}

/**
 * The rights of accounts, asked for by a person. One who may not act as the account sees everything here that the person may
 * see anyway.
 */
function personRights(client: KubeClient, platformNamespace: string): Rights {
  return {
    may: async (actor, action, signal) => {
      if (accountOf(actor, { platformNamespace }) === undefined) return true
      try {
        return await reviewAccess(actingAs(client, actor, { platformNamespace }), action, signal)
      } catch (error) {
        if (isKubeError(error, 'forbidden')) return true
        throw error
      }
    },
  }
}
