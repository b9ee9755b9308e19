import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import { KeyedQueue } from '../../../controller/queue.ts'
import type { SharedInformers } from '../../../controller/shared-informers.ts'
import { type Reconcile, runWorkers } from '../../../controller/worker.ts'
import type { ExpansionHost } from '../../../expansion/carry-out/run-expansion.ts'
import { clusterKind, parseCluster } from '../../../kinds/cluster.ts'
import { expansionKind, parseExpansion } from '../../../kinds/expansion.ts'
import { kindStore } from '../../pass/kind-stores.ts'
import { type ControllerPass, passOptions, queueOptions } from '../../pass/pass-options.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { secretReader } from '../../../kube/objects/secret-reader.ts'
import { expansionPass } from './expansion-pass.ts'
import { wakeExpansions } from './wake.ts'

export interface ExpansionControllerOptions {
  readonly client: FencedClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  readonly host: ExpansionHost
  readonly platformNamespace: string
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: ControllerPass) => void
}

const concurrency = 1

/** Carries Expansions out, and passes them through to Clusters that join. */
export function createExpansionController(options: ExpansionControllerOptions) {
  const { client, informers } = options
  const { clock } = client
  const queue = new KeyedQueue(queueOptions('expansion', options))
  const expansions = kindStore(informers, expansionKind, parseExpansion)
  const clusters = kindStore(informers, clusterKind, parseCluster)
  wakeExpansions({ expansions, clusters }, queue)
  const context = {
    ...options,
    expansions,
    clusters,
    readSecret: secretReader(client),
  }
  // Carrying out takes its time and is no reason to stop a pass: it holds no worker meanwhile.
  const pass: Reconcile = (key, _signal, { id: passId, offWorker }) =>
    offWorker('at-once', (signal) =>
      reconcile(key, expansionPass(context), { ...options, passId }, signal),
    )
  return {
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all([expansions, clusters].map(({ informer }) => informer.untilSynced(signal)))
      const observed = passOptions('expansion', options)
      await runWorkers(queue, pass, { clock, concurrency, ...observed }, signal)
    },
  }
}
