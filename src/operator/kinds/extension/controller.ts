import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import { KeyedQueue } from '../../../controller/queue.ts'
import { type Reconcile, runWorkers } from '../../../controller/worker.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { type ControllerPass, passOptions, queueOptions } from '../../pass/pass-options.ts'
import { reconcile } from '../../pass/reconcile.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import { extensionPass } from './extension-pass.ts'
import { wakeExtensions } from './wake.ts'

export interface ExtensionControllerOptions {
  readonly client: FencedClient
  readonly recorder: EventRecorder
  readonly extensions: KindStore<Extension>
  /** Indexed by `extension`. */
  readonly instances: KindStore<ExtensionInstance>
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: ControllerPass) => void
}

const concurrency = 4

/** Says of every Extension whether it can be used, and who uses it. Nothing but status is written. */
export function createExtensionController(options: ExtensionControllerOptions) {
  const { client, extensions, instances } = options
  const { clock } = client
  const queue = new KeyedQueue(queueOptions('extension', options))
  wakeExtensions(options, queue)
  const pass: Reconcile = (key, signal, { id: passId }) =>
    reconcile(key, extensionPass(options), { ...options, passId }, signal)
  return {
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all([extensions, instances].map(({ informer }) => informer.untilSynced(signal)))
      const observed = passOptions('extension', options)
      await runWorkers(queue, pass, { clock, concurrency, ...observed }, signal)
    },
  }
}
