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

/** The last delivery that failed; undefined when the last that waited was taken. */
export type Failed = Extract<Delivery, { readonly is: 'failed' }> | undefined

/** Delivers what waits for a receiver, until one delivery fails that is to be tried again. */
export async function deliverAll(
  notification: Notification,
  receiver: Receiver,
  { outboxes, clock }: ActPorts,
  signal: AbortSignal,
): Promise<Failed> {
  const outbox = outboxes.get(outboxKey(notification))
  const { generation } = notification.metadata
  for (;;) {
    if (outbox === undefined || notification.spec.suspend) return undefined
    const { next } = outbox
    if (next === undefined) return lossOf(outbox, generation)
    const seconds = Math.floor(clock.now() / 1000)
    const message = messageOf(notification.spec.type, next)
    const delivery = await deliver(receiver, message, seconds, signal)
    if (delivery.is === 'failed') {
      outbox.failed(delivery.again, delivery.message, generation)
      if (delivery.again === 'later') return delivery
    } else outbox.taken(new Date(clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'))
  }
}

// A pass that finds nothing to deliver knows no more of the receiver than the last delivery told.
function lossOf(outbox: Outbox, generation: number): Failed {
  const message = outbox.lossOf(generation)
  return message === undefined ? undefined : { is: 'failed', again: 'never', message }
}

/** The key of a Notification among the outboxes. */
export function outboxKey({ metadata }: Pick<Notification, 'metadata'>): string {
  return `${metadata.namespace}/${metadata.name}`
}
