import { LanedQueue } from '../../../controller/laned-queue.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import type { Reconcile } from '../../../controller/worker.ts'
import {
  type ControllerPass,
  passOptions,
  queueOptions,
  untilOver,
} from '../../pass/pass-options.ts'
import { WatchedObjects } from '../../pass/watched-objects.ts'
import { CreatedInstances } from './created-instances.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { clusterPass } from './cluster-pass.ts'
import type { ClusterContext } from './context.ts'
import { createClusterWakes } from './wake.ts'

export interface ClusterControllerOptions extends Omit<
  ClusterContext,
  'watched' | 'answers' | 'created'
> {
  /** Whether this operator is responsible for a cluster. */
  readonly manages: (cluster: string) => boolean
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: ControllerPass) => void
}

// In each lane, and each cluster has its own.
const concurrency = 1

/** The controller of Clusters. */
export function createClusterController(options: ClusterControllerOptions) {
  const { client, clusters, instances, plugins, profiles } = options
  const { clock } = client
  // A cluster that does not answer holds up only itself.
  const queue = new LanedQueue(queueOptions('cluster', options), (name) => name)
  const created = new CreatedInstances(clock)
  const { referenceChanged } = createClusterWakes({ ...options, created, queue })
  const watched = new WatchedObjects(client, referenceChanged)
  const context: ClusterContext = { ...options, watched, created, answers: new WeakMap() }
  const kind = clusterPass(context)
  const pass: Reconcile = async (key, signal, { id: passId }) =>
    options.manages(key) ? reconcile(key, kind, { ...options, passId }, signal) : { do: 'rest' }
  return {
    run: async (signal: AbortSignal): Promise<void> => {
      const stores = [clusters, instances, plugins, profiles]
      await Promise.all(stores.map(({ informer }) => informer.untilSynced(signal)))
      const observed = passOptions('cluster', options)
      const working = queue.run(pass, { clock, concurrency, ...observed }, signal)
      try {
        await Promise.all([working, untilOver(watched.run(signal), signal)])
      } finally {
        await options.connections.closeAll()
      }
    },
  }
}
