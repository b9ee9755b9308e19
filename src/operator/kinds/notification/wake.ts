import type { ToldEvent } from '../../../controller/events/event-recorder.ts'
import { keyOf } from '../../../controller/object-store.ts'
import type { KeyedQueue } from '../../../controller/queue.ts'
import { notificationKind } from '../../../kinds/notification.ts'
import { nameOf, namespaceOf, textAt, uidOf } from '../../../objects/kube-object.ts'
import type { Clock } from '../../../std/clock.ts'
import { generationOf, isNews } from '../../pass/changes.ts'
import { outboxKey } from './act.ts'
import { matchesNotification } from './matches-notification.ts'
import type { NotifiedEvent } from './message.ts'
import type { NotificationContext } from './notification-pass.ts'
import { Outbox } from './outbox.ts'

export interface WakeOptions extends Pick<
  NotificationContext,
  'notifications' | 'outboxes' | 'platformNamespace'
> {
  readonly client: { readonly clock: Clock }
  readonly queue: KeyedQueue
}

/** Wakes Notifications when somebody changes them, and when an event is to be told. */
export function createNotificationWakes({
  notifications,
  outboxes,
  platformNamespace,
  client: { clock },
  queue,
}: WakeOptions): {
  /** Something was told of an object: those that want to know it are told, too. */
  readonly told: (event: ToldEvent) => void
} {
  notifications.informer.addHandler((change) => {
    // Our own writes are no input.
    if (isNews(change, generationOf)) queue.add(keyOf(change.object))
  })
  let count = 0
  return {
    told: (event) => {
      // Telling of what could not be told would never end.
      if (event.object.kind === notificationKind.kind) return
      const now = clock.now()
      const happening = happeningOf(event, `${uidOf(event.object)}-${now}-${++count}`, now)
      for (const one of notifications.values()) {
        if (!matchesNotification(one, happening, platformNamespace)) continue
        const key = outboxKey(one)
        const outbox = outboxes.get(key) ?? new Outbox()
        outboxes.set(key, outbox)
        if (outbox.add(happening, now)) queue.add(key)
      }
    },
  }
}

function happeningOf({ object, facts }: ToldEvent, id: string, now: number): NotifiedEvent {
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
