import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import { KeyedQueue } from '../../../controller/queue.ts'
import type { SharedInformers } from '../../../controller/shared-informers.ts'
import { type Reconcile, runWorkers } from '../../../controller/worker.ts'
import type { ExpansionHost } from '../../../expansion/carry-out/run-expansion.ts'
import { type Cluster, clusterKind, parseCluster } from '../../../kinds/cluster.ts'
import { expansionKind, parseExpansion } from '../../../kinds/expansion.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { type Json, equalJson } from '../../../objects/json.ts'
import { type KubeObject, nameOf, readPath } from '../../../objects/kube-object.ts'
import { secrets } from '../../../release/record/driver.ts'
import { KindStore } from '../../pass/kind-store.ts'
import { type ControllerPass, passOptions } from '../../pass/pass-options.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { expansionPass } from './expansion-pass.ts'

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
  const { clock, random } = client
  const queue = new KeyedQueue({ clock, random })
  const expansions = new KindStore(
    informers.informer({ resource: resourceOf(expansionKind) }, {}),
    parseExpansion,
  )
  const clusters = new KindStore<Cluster>(
    informers.informer({ resource: resourceOf(clusterKind) }, {}),
    parseCluster,
  )
  const wakeAll = () => {
    for (const { metadata } of expansions.values()) queue.add(metadata.name)
  }
  expansions.informer.addHandler((change) => {
    const isStatus =
      change.type === 'modified' && equalJson(inputOf(change.before), inputOf(change.object))
    if (change.type === 'modified') {
      if (!isStatus) queue.addChanged(nameOf(change.object))
      return
    }
    // The one that goes may have kept another one waiting.
    wakeAll()
    queue.add(nameOf(change.object))
  })
  clusters.informer.addHandler((change) => {
    const isSame =
      change.type === 'modified' && equalJson(inputOf(change.before), inputOf(change.object))
    if (!isSame) wakeAll()
  })
  const context = {
    ...options,
    expansions,
    clusters,
    readSecret: (namespace: string, name: string, signal: AbortSignal) =>
      getObject(client, { resource: secrets, namespace, name }, {}, signal),
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

function inputOf(object: KubeObject): Json {
  return [
    object.metadata['generation'] ?? 0,
    readPath(object, ['metadata', 'deletionTimestamp']) ?? '',
    readPath(object, ['metadata', 'annotations']) ?? {},
  ]
}
