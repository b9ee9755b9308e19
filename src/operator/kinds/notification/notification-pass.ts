import { isJsonObject, type Json } from '../../../objects/json.ts'
import { type KubeObject, readPath, textAt } from '../../../objects/kube-object.ts'
import { type Notification, notificationKind } from '../../../kinds/notification.ts'
import type { Finding, Reason } from '../../../kinds/conditions.ts'
import type { AddressPolicy } from '../../../sources/policy/judge.ts'
import type { Clock } from '../../../std/clock.ts'
import type { DesiredStatus } from '../../pass/apply-status.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import type { KindPass } from '../../pass/reconcile.ts'
import { stalledFindings } from '../../pass/unreadable.ts'
import { trustOf } from '../../sources/source-request.ts'
import { type Delivery, type Receiver, deliver } from './deliver.ts'
import { messageOf } from './message.ts'
import type { Outbox } from './outbox.ts'

export interface NotificationContext {
  readonly notifications: KindStore<Notification>
  /** The messages that wait, by key. */
  readonly outboxes: Map<string, Outbox>
  readonly policy: AddressPolicy
  readonly platformNamespace: string
  readonly clock: Clock
  readonly readSecret: (
    namespace: string,
    name: string,
    signal: AbortSignal,
  ) => Promise<KubeObject | undefined>
}

interface Seen {
  readonly notification: Notification
  readonly receiver: Receiver | Trouble
}

interface Trouble {
  readonly reason: Extract<Reason, 'InvalidSpec' | 'CredentialsMissing'>
  readonly message: string
}

/** The last delivery that failed; undefined when all that waited were taken. */
type Failed = Extract<Delivery, { readonly is: 'failed' }> | undefined

/** A pass over a Notification: delivers what waits for it, and says how that went. */
export function notificationPass(
  context: NotificationContext,
): KindPass<Notification, Seen, Receiver | Trouble, Failed> {
  return {
    definition: notificationKind,
    store: context.notifications,
    unreadable: stalledFindings,
    forget: (key) => void context.outboxes.delete(key),
    observe: async (notification, signal) => ({
      notification,
      receiver: await receiverOf(notification, context, signal),
    }),
    decide: ({ receiver }) => receiver,
    act: ({ seen: { notification }, decision }, signal) =>
      'reason' in decision
        ? Promise.resolve(undefined)
        : deliverAll(notification, decision, context, signal),
    report: ({ seen: { notification }, decision, outcome }) => ({
      status: statusOf(notification, decision, outcome, context.outboxes.get(keyOf(notification))),
      event: undefined,
      next:
        outcome?.again === 'later'
          ? { do: 'again-soon', because: `a message was not delivered: ${outcome.message}` }
          : { do: 'rest' },
    }),
  }
}

async function receiverOf(
  { metadata, spec }: Notification,
  { policy, platformNamespace, readSecret }: NotificationContext,
  signal: AbortSignal,
): Promise<Receiver | Trouble> {
  const { namespace } = metadata
  const { secretName } = spec
  const secret =
    secretName === undefined ? undefined : await readSecret(namespace, secretName, signal)
  if (secretName !== undefined && secret === undefined) {
    const message = `Secret ${namespace}/${secretName} does not exist`
    return { reason: 'CredentialsMissing', message }
  }
  const address = (spec.url ?? secretText(secret, 'url')).trim()
  if (address === '')
    return { reason: 'InvalidSpec', message: 'neither url nor the Secret has an address' }
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return { reason: 'InvalidSpec', message: 'the address is no http or https URL' }
  }
  const trust = trustOf(namespace, platformNamespace)
  return { url, trust, policy, key: secretText(secret, 'key'), token: secretText(secret, 'token') }
}

function secretText(secret: KubeObject | undefined, key: string): string {
  const data: Json | undefined = secret && readPath(secret, ['data'])
  if (!isJsonObject(data)) return ''
  return Buffer.from(textAt(data, [key]), 'base64')
    .toString('utf8')
    .trim()
}

async function deliverAll(
  notification: Notification,
  receiver: Receiver,
  { outboxes, clock }: NotificationContext,
  signal: AbortSignal,
): Promise<Failed> {
  const outbox = outboxes.get(keyOf(notification))
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

function statusOf(
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

function keyOf({ metadata }: Notification): string {
  return `${metadata.namespace}/${metadata.name}`
}
