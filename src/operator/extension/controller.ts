import type { EventRecorder } from '../../controller/events/event-recorder.ts'
import { type ObjectChange, type Informer } from '../../controller/informer.ts'
import type { ControllerMetrics } from '../../controller/metrics.ts'
import { keyOf } from '../../controller/object-store.ts'
import { KeyedQueue } from '../../controller/queue.ts'
import { type PassOutcome, type PassResult, runWorkers } from '../../controller/worker.ts'
import type { Finding } from '../../kinds/conditions.ts'
import { type Extension, extensionKind } from '../../kinds/extension.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { KubeClient } from '../../kube/client.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { applyStatus } from '../apply-status.ts'
import { eventOfStatus } from '../event-of-status.ts'
import type { KindShelf } from '../kind-shelf.ts'
import { checkExtension } from './check-extension.ts'
import { statusOf } from './status.ts'

export interface ExtensionControllerOptions {
  readonly client: KubeClient
  readonly recorder: EventRecorder
  readonly extensions: KindShelf<Extension>
  /** Indexed by `extension`. */
  readonly instances: KindShelf<ExtensionInstance>
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: PassOutcome) => void
}

const concurrency = 4
// Who uses what is counted a moment later, so that a roll-out of thousands is counted once and not each time.
const countingDelay = 1000
const rest: PassResult = { do: 'rest' }

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
  const pass = (key: string, signal: AbortSignal) => reconcileExtension(key, options, signal)
  return {
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all([synced(extensions.informer, signal), synced(instances.informer, signal)])
      const measured = metrics?.passed('extension')
      const passed = (outcome: PassOutcome) => {
        measured?.(outcome)
        options.passed?.(outcome)
      }
      await runWorkers(queue, pass, { clock, concurrency, passed }, signal)
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

async function reconcileExtension(
  key: string,
  { client, recorder, extensions, instances }: ExtensionControllerOptions,
  signal: AbortSignal,
): Promise<PassResult> {
  const known = extensions.at(key)
  if (known === undefined) return rest
  const { object, parsed } = known
  const wish = parsed.ok
    ? statusOf({
        extension: parsed.value,
        problems: checkExtension(parsed.value, (name) => extensions.value(name)),
        instances: instances.by('extension', key),
      })
    : unreadable(parsed.metadata.generation, parsed.problems)
  const event = eventOfStatus(object, wish.findings, 'message')
  if (event !== undefined) recorder.record(object, event)
  const written = await applyStatus(client, extensionKind, object, wish, signal)
  if (written !== undefined) extensions.note(written)
  return rest
}

function unreadable(
  observedGeneration: number,
  problems: readonly { readonly path: string; readonly message: string }[],
) {
  const message = problems.map(({ path, message: text }) => `${path} ${text}`).join('; ')
  const about = { reason: 'InvalidSpec', message, observedGeneration } as const
  const findings: readonly Finding[] = [
    { type: 'Ready', status: 'False', ...about },
    { type: 'Valid', status: 'False', ...about },
    { type: 'Stalled', status: 'True', ...about },
  ]
  return { findings, fields: {} }
}
