import type { Notification } from '../../../kinds/notification.ts'
import type { NotifiedEvent } from './message.ts'

/** Whether a Notification is told of something. Outside the platform namespace only of its own namespace. */
export function matchesNotification(
  { metadata, spec }: Notification,
  { severity, reason, object }: NotifiedEvent,
  platformNamespace: string,
): boolean {
  if (spec.suspend || (spec.severity === 'warning' && severity !== 'warning')) return false
  if (spec.reasons.length > 0 && !spec.reasons.includes(reason)) return false
  if (spec.kinds.length > 0 && !spec.kinds.some((kind) => kind === object.kind)) return false
  if (metadata.namespace !== platformNamespace) return object.namespace === metadata.namespace
  return spec.namespaces.length === 0 || spec.namespaces.includes(object.namespace)
}
