import type { Notification } from '../../../kinds/notification.ts'
import type { Clock } from '../../../std/clock.ts'
import { type Delivery, type Receiver, deliver } from './deliver.ts'
import { messageOf } from './message.ts'
import type { Outbox } from './outbox.ts'

export interface ActPorts {
  /** The messages that wait, by key. */
  readonly outboxes: ReadonlyMap<string, Outbox>
  readonly clock: Clock
}

/** The last delivery that failed; undefined when all that waited were taken. */
export type Failed = Extract<Delivery, { readonly is: 'failed' }> | undefined

/** Delivers what waits for a receiver, until one delivery fails that is to be tried again. */
export async function deliverAll(
  notification: Notification,
  receiver: Receiver,
  { outboxes, clock }: ActPorts,
  signal: AbortSignal,
): Promise<Failed> {
  const outbox = outboxes.get(outboxKey(notification))
  for (;;) {
    const next = outbox?.next
    if (outbox === undefined || next === undefined || notification.spec.suspend) return undefined
    const seconds = Math.floor(clock.now() / 1000)
    const message = messageOf(notification.spec.type, next)
    const delivery = await deliver(receiver, message, seconds, signal)
    if (delivery.is === 'failed') {
      outbox.failed(delivery.again)
      if (delivery.again === 'later') return delivery
      if (outbox.next === undefined) return delivery
    } else outbox.taken(new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'))
  }
}

/** The key of a Notification among the outboxes. */
export function outboxKey({ metadata }: Pick<Notification, 'metadata'>): string {
  return `${metadata.namespace}/${metadata.name}`
}
