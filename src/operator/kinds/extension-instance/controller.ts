import type { TracePass } from '../../pass/trace-pass.ts'
import { LanedQueue } from '../../../controller/laned-queue.ts'
import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import type { Reconcile } from '../../../controller/worker.ts'
import { type KubeObject, textAt } from '../../../objects/kube-object.ts'
import {
  type ControllerPass,
  passOptions,
  queueOptions,
  untilOver,
} from '../../pass/pass-options.ts'
import { LocalVersion } from '../../clusters/local-version.ts'
import { type LowPriorityWrites, clientWithPriority, reserveWorkers } from '../../pass/priority.ts'
import { WatchedObjects } from '../../pass/watched-objects.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { instancePass } from './instance-pass.ts'
import type { InstanceContext } from './context.ts'
import { createInstanceWakes } from './wake.ts'

/** The parts of the context that all passes share. */
type SharedContext = Omit<InstanceContext, 'writes' | 'offWorker' | 'fitAnswers'>

export interface InstanceControllerOptions extends Omit<
  InstanceContext,
  'local' | 'watched' | 'writes' | 'offWorker' | 'waitForRights' | 'fitAnswers'
> {
  readonly recorder: EventRecorder
  readonly tracePass: TracePass | undefined
  readonly lowPriorityWrites: LowPriorityWrites
  /** Whether an instance is ours to look after. */
  readonly manages: (instance: KubeObject | undefined) => boolean
  /** Another version of Kubernetes may be followed; undefined is the operator's own cluster. */
  readonly versionSettled: (cluster: string | undefined) => void
  readonly concurrency: number
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: ControllerPass) => void
}

/** The instances of extensions, each kept as one Plugin. */
// oxlint-disable-next-line max-lines-per-function -- it wires one part after the other and decides nothing
export function createInstanceController(options: InstanceControllerOptions) {
  const { client, instances } = options
  const { clock } = client
  const clusterOf = (key: string) => textAt(instances.informer.get(key), ['spec', 'cluster'])
  // Whether a source fits is asked of its cluster, which may never answer.
  const queue = new LanedQueue(
    { ...queueOptions('extension-instance', options), ...reserveWorkers(options.concurrency) },
    clusterOf,
  )
  const waitForRights = new Set<string>()
  const wakes = createInstanceWakes({ ...options, queue, waitForRights })
  const watched = new WatchedObjects(client, wakes.referenceChanged)
  const local = new LocalVersion(client, options.platformNamespace, wakes.localVersionChanged)
  const context: SharedContext = { ...options, watched, local, waitForRights }
  const pass: Reconcile = async (key, signal, { id: passId, priority, offWorker }) => {
    if (!options.manages(instances.informer.get(key))) return { do: 'rest' }
    const own: InstanceContext = {
      ...context,
      offWorker,
      fitAnswers: new Map(),
      client: clientWithPriority(client, priority),
      writes: (written) => options.lowPriorityWrites.writes(written, priority()),
    }
    const { recorder, tracePass } = options
    const ports = { client: own.client, recorder, passId, tracePass }
    return reconcile(key, instancePass(own), ports, signal)
  }
  return {
    local,
    ...wakes,
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all(storesOf(context).map(({ informer }) => informer.untilSynced(signal)))
      const observed = passOptions('extension-instance', options)
      const { concurrency } = options
      const working = queue.run(pass, { clock, concurrency, ...observed }, signal)
      const following = [watched.run(signal), local.run(signal)]
      await Promise.all([working, ...following.map((one) => untilOver(one, signal))])
    },
  }
}

function storesOf({ instances, extensions, plugins, clusters, profiles }: SharedContext) {
  return [instances, extensions, plugins, clusters, profiles]
}
