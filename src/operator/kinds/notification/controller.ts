import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import { KeyedQueue } from '../../../controller/queue.ts'
import type { SharedInformers } from '../../../controller/shared-informers.ts'
import { type Reconcile, runWorkers } from '../../../controller/worker.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { notificationKind, parseNotification } from '../../../kinds/notification.ts'
import type { AddressPolicy } from '../../../sources/policy/judge.ts'
import { KindStore } from '../../pass/kind-store.ts'
import { type ControllerPass, passOptions, queueOptions } from '../../pass/pass-options.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { secretReader } from '../../../kube/objects/secret-reader.ts'
import { notificationPass } from './notification-pass.ts'
import type { Outbox } from './outbox.ts'
import { createNotificationWakes } from './wake.ts'

export interface NotificationControllerOptions {
  readonly client: FencedClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  readonly policy: AddressPolicy
  readonly platformNamespace: string
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: ControllerPass) => void
}

const concurrency = 4

/** Tells receivers of events, as Notifications say. */
export function createNotificationController(options: NotificationControllerOptions) {
  const { client, informers } = options
  const { clock } = client
  const queue = new KeyedQueue(queueOptions('notification', options))
  const informer = informers.informer({ resource: resourceOf(notificationKind) }, {})
  const notifications = new KindStore(informer, parseNotification)
  const outboxes = new Map<string, Outbox>()
  const { told } = createNotificationWakes({ ...options, notifications, outboxes, queue })
  const context = {
    ...options,
    notifications,
    outboxes,
    clock,
    readSecret: secretReader(client),
  }
  const kind = notificationPass(context)
  const pass: Reconcile = (key, signal, { id: passId }) =>
    reconcile(key, kind, { ...options, passId }, signal)
  return {
    told,
    run: async (signal: AbortSignal): Promise<void> => {
      await informer.untilSynced(signal)
      const observed = passOptions('notification', options)
      await runWorkers(queue, pass, { clock, concurrency, ...observed }, signal)
    },
  }
}
