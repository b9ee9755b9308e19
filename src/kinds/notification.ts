import { statusFields } from './conditions.ts'
import type { JsonRecord } from './json-value.ts'
import type { KindDefinition, ObjectOf } from './kind-definition.ts'
import { parseObject, type Parsed } from './parse-object.ts'
import { choice, flag, integer, list, object, text, withDefault } from './schema/schema.ts'
import { name, readyColumns } from './shared-fields.ts'

const spec = object('A receiver, and the events that are sent to it.', {
  type: withDefault(
    choice(
      'The form: `webhook` our own JSON, `slack` a message as Slack and others take it, `cloudevents` a CloudEvent 1.0 in JSON.',
      ['webhook', 'slack', 'cloudevents'],
    ),
    'webhook',
  ),
  url: text(
    'The address, unless the Secret has one. Outside the platform namespace: public https.',
    {
      maxLength: 2048,
    },
  ),
  secretName: name(
    'A Secret of the same namespace: `url` (where the address itself is a secret), `key` (signs every message), `token` (is sent as a bearer).',
  ),
  severity: withDefault(choice('The events that are sent.', ['warning', 'all']), 'warning'),
  reasons: withDefault(
    list('Only these reasons; all when empty.', text('A reason.', { maxLength: 253 }), {
      maxItems: 64,
    }),
    [],
  ),
  kinds: withDefault(
    list(
      'Only objects of these kinds; all when empty.',
      choice('A kind.', [
        'Plugin',
        'ExtensionInstance',
        'Extension',
        'Profile',
        'Cluster',
        'Repository',
      ]),
      { maxItems: 16 },
    ),
    [],
  ),
  namespaces: withDefault(
    list(
      'In the platform namespace: only objects of these namespaces; all when empty. Elsewhere only objects of its own namespace count.',
      name('A namespace.'),
      { maxItems: 256 },
    ),
    [],
  ),
  suspend: withDefault(flag('Sends nothing while it is true.'), false),
})

const status = object('The observed state.', {
  ...statusFields,
  delivered: integer('How many messages were taken by the receiver, since the operator began.'),
  dropped: integer('How many messages were given up or were too many.'),
  deliveredAt: text('When the receiver last took a message.', { format: 'date-time' }),
})

/** Which events are sent where. */
export const notificationKind = {
  kind: 'Notification',
  plural: 'notifications',
  shortNames: ['onote'],
  scope: 'Namespaced',
  description: 'Tells a receiver of failures and of other events.',
  spec,
  status,
  columns: [
    { name: 'Type', type: 'string', path: '.spec.type' },
    { name: 'Delivered', type: 'integer', path: '.status.delivered' },
    ...readyColumns,
  ],
  example: {
    metadata: { name: 'on-call', namespace: 'outrigger-system' },
    spec: { type: 'slack', secretName: 'on-call', reasons: ['InstallFailed', 'UpgradeFailed'] },
  },
} satisfies KindDefinition

export type Notification = ObjectOf<typeof notificationKind>

/** Reads a Notification as a server gave it. */
export function parseNotification(notification: JsonRecord): Parsed<Notification> {
  return parseObject(notificationKind, notification)
}
