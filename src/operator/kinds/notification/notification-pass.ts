import { type Notification, notificationKind } from '../../../kinds/notification.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { KindPass } from '../../pass/reconcile.ts'
import { stalledFindings } from '../../pass/unreadable.ts'
import { type ActPorts, type Failed, deliverAll, outboxKey } from './act.ts'
import type { Receiver } from './deliver.ts'
import { type Observation, type ObservePorts, type Trouble, observe } from './observe.ts'
import type { Outbox } from './outbox.ts'
import { statusOf } from './status.ts'

export interface NotificationContext extends ObservePorts, ActPorts {
  readonly notifications: KindStore<Notification>
  readonly outboxes: Map<string, Outbox>
}

/** A pass over a Notification: delivers what waits for it, and says how that went. */
export function notificationPass(
  context: NotificationContext,
): KindPass<Notification, Observation, Receiver | Trouble, Failed> {
  return {
    definition: notificationKind,
    store: context.notifications,
    unreadable: stalledFindings,
    forget: (key) => void context.outboxes.delete(key),
    observe: (notification, signal) => observe(notification, context, signal),
    decide: ({ receiver }) => receiver,
    act: ({ seen: { notification }, decision }, signal) =>
      'reason' in decision
        ? Promise.resolve(undefined)
        : deliverAll(notification, decision, context, signal),
    report: ({ seen: { notification }, decision, outcome }) => ({
      status: statusOf(
        notification,
        decision,
        outcome,
        context.outboxes.get(outboxKey(notification)),
      ),
      event: undefined,
      next:
        outcome?.again === 'later'
          ? { do: 'again-soon', because: `a message was not delivered: ${outcome.message}` }
          : { do: 'rest' },
    }),
  }
}
