import type { Finding } from '../../../kinds/conditions.ts'
import type { Notification } from '../../../kinds/notification.ts'
import type { DesiredStatus } from '../../pass/apply-status.ts'
import type { Failed } from './act.ts'
import type { Receiver } from './deliver.ts'
import type { Trouble } from './observe.ts'
import type { Outbox } from './outbox.ts'

/** The status of a Notification: where messages go, and how many went. */
export function statusOf(
  { metadata, spec }: Notification,
  decision: Receiver | Trouble,
  failed: Failed,
  outbox: Outbox | undefined,
): DesiredStatus {
  const { delivered, dropped, deliveredAt } = outbox?.figures ?? { delivered: 0, dropped: 0 }
  const verdict = verdictOf(decision, failed, spec.suspend)
  const about = { ...verdict, observedGeneration: metadata.generation }
  const isStalled = 'reason' in decision || failed?.again === 'never'
  const findings: readonly Finding[] = [
    { type: 'Ready', ...about },
    { type: 'Reconciling', ...about, status: failed?.again === 'later' ? 'True' : 'False' },
    { type: 'Stalled', ...about, status: isStalled ? 'True' : 'False' },
  ]
  return {
    findings,
    fields: { delivered, dropped, ...(deliveredAt === undefined ? {} : { deliveredAt }) },
  }
}

function verdictOf(
  decision: Receiver | Trouble,
  failed: Failed,
  suspended: boolean,
): Pick<Finding, 'status' | 'reason' | 'message'> {
  if ('reason' in decision) return { status: 'False', ...decision }
  if (suspended) return { status: 'True', reason: 'Suspended', message: 'suspended' }
  if (failed !== undefined)
    return { status: 'False', reason: 'DeliveryFailed', message: `the receiver: ${failed.message}` }
  return { status: 'True', reason: 'Valid', message: 'messages are delivered as they come' }
}
