import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import type { EventRecorder, ToldEvent } from '../../../controller/events/event-recorder.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import { keyOf } from '../../../controller/object-store.ts'
import { KeyedQueue } from '../../../controller/queue.ts'
import type { SharedInformers } from '../../../controller/shared-informers.ts'
import { type Reconcile, runWorkers } from '../../../controller/worker.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { notificationKind, parseNotification } from '../../../kinds/notification.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { nameOf, namespaceOf, textAt, uidOf } from '../../../objects/kube-object.ts'
import { secrets } from '../../../release/record/driver.ts'
import type { AddressPolicy } from '../../../sources/policy/judge.ts'
import { KindStore } from '../../pass/kind-store.ts'
import { type ControllerPass, passOptions } from '../../pass/pass-options.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { isTold } from './is-told.ts'
import type { Happening } from './message.ts'
import { notificationPass } from './notification-pass.ts'
import { Outbox } from './outbox.ts'

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
  const { client, informers, metrics, platformNamespace } = options
  const { clock, random } = client
  const observer = metrics?.queue('notification')
  const queue = new KeyedQueue({ clock, random, ...(observer === undefined ? {} : { observer }) })
  const informer = informers.informer({ resource: resourceOf(notificationKind) }, {})
  const notifications = new KindStore(informer, parseNotification)
  informer.addHandler((change) => {
    const isOwnWrite =
      change.type === 'modified' &&
      change.before.metadata['generation'] === change.object.metadata['generation']
    if (!isOwnWrite) queue.add(keyOf(change.object))
  })
  const outboxes = new Map<string, Outbox>()
  const context = {
    ...options,
    notifications,
    outboxes,
    clock,
    readSecret: (namespace: string, name: string, signal: AbortSignal) =>
      getObject(client, { resource: secrets, namespace, name }, {}, signal),
  }
  const kind = notificationPass(context)
  const pass: Reconcile = (key, signal, { id: passId }) =>
    reconcile(key, kind, { ...options, passId }, signal)
  let count = 0
  return {
    /** Something was told of an object: those that want to know it are told, too. */
    told: (event: ToldEvent): void => {
      // Telling of what could not be told would never end.
      if (event.object.kind === notificationKind.kind) return
      const now = clock.now()
      const happening = happeningOf(event, `${uidOf(event.object)}-${now}-${++count}`, now)
      for (const one of notifications.values()) {
        if (!isTold(one, happening, platformNamespace)) continue
        const key = `${one.metadata.namespace}/${one.metadata.name}`
        const outbox = outboxes.get(key) ?? new Outbox()
        outboxes.set(key, outbox)
        if (outbox.add(happening, now)) queue.add(key)
      }
    },
    run: async (signal: AbortSignal): Promise<void> => {
      await informer.untilSynced(signal)
      const observed = passOptions('notification', options)
      await runWorkers(queue, pass, { clock, concurrency, ...observed }, signal)
    },
  }
}

function happeningOf({ object, facts }: ToldEvent, id: string, now: number): Happening {
  return {
    id,
    time: new Date(now).toISOString(),
    severity: facts.type === 'Warning' ? 'warning' : 'normal',
    reason: facts.reason,
    message: facts.note,
    object: {
      kind: object.kind,
      namespace: namespaceOf(object),
      name: nameOf(object),
      uid: uidOf(object),
    },
    cluster: textAt(object, ['spec', 'cluster']),
  }
}
