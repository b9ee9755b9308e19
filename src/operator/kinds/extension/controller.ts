import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import { type ObjectChange, type Informer } from '../../../controller/informer.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import { keyOf } from '../../../controller/object-store.ts'
import { KeyedQueue } from '../../../controller/queue.ts'
import { type Reconcile, runWorkers } from '../../../controller/worker.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { type KubeObject, textAt } from '../../../objects/kube-object.ts'
import { type ControllerPass, passOptions } from '../../pass/pass-options.ts'
import { reconcile } from '../../pass/reconcile.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import { extensionPass } from './extension-pass.ts'

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
// The users of each source are counted a moment later, so that a roll-out of thousands is counted
// once and not each time.
const countingDelay = 1000

/** Says of every Extension whether it can be used, and who uses it. Nothing but status is written. */
export function createExtensionController(options: ExtensionControllerOptions) {
  const { client, extensions, instances, metrics } = options
  const { clock, random } = client
  const observer = metrics?.queue('extension')
  const queue = new KeyedQueue({ clock, random, ...(observer === undefined ? {} : { observer }) })
  extensions.informer.addHandler(({ object }) => {
    queue.add(keyOf(object))
    // A circle may have been closed or opened.
    const name = keyOf(object)
    for (const { metadata, spec } of extensions.values())
      if (spec.dependsOn.some(({ extension }) => extension === name)) queue.add(metadata.name)
  })
  instances.informer.addHandler((change) => {
    if (changesUse(change))
      queue.addAfter(textAt(change.object, ['spec', 'extension']), countingDelay)
  })
  const pass: Reconcile = (key, signal, { id: passId }) =>
    reconcile(key, extensionPass(options), { ...options, passId }, signal)
  return {
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all([synced(extensions.informer, signal), synced(instances.informer, signal)])
      const observed = passOptions('extension', options)
      await runWorkers(queue, pass, { clock, concurrency, ...observed }, signal)
    },
  }
}

function synced(informer: Informer, signal: AbortSignal): Promise<void> {
  return informer.untilSynced(signal)
}

function changesUse(change: ObjectChange): boolean {
  if (change.type !== 'modified') return true
  return sourceOf(change.before) !== sourceOf(change.object)
}

function sourceOf(object: KubeObject): string {
  return textAt(object, ['status', 'source'])
}
