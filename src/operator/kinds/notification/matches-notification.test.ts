import { expect, test } from 'vitest'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import { parseNotification } from '../../../kinds/notification.ts'
import { matchesNotification } from './matches-notification.ts'
import type { NotifiedEvent } from './message.ts'

const platform = 'outrigger-system'
const happening: NotifiedEvent = {
  id: '1',
  time: '2026-01-01T00:00:00.000Z',
  severity: 'warning',
  reason: 'InstallFailed',
  message: 'no',
  object: { kind: 'Plugin', namespace: 'shop', name: 'web', uid: 'u' },
  cluster: '',
}

test.each<{ name: string; namespace?: string; spec?: JsonRecord; of?: object; told: boolean }>([
  { name: 'a failure anywhere', told: true },
  { name: 'of what is normal nothing', of: { severity: 'normal' }, told: false },
  {
    name: 'of what is normal on request',
    spec: { severity: 'all' },
    of: { severity: 'normal' },
    told: true,
  },
  { name: 'a chosen reason', spec: { reasons: ['InstallFailed'] }, told: true },
  { name: 'of another reason nothing', spec: { reasons: ['TimedOut'] }, told: false },
  { name: 'a chosen kind', spec: { kinds: ['Plugin', 'Cluster'] }, told: true },
  { name: 'of another kind nothing', spec: { kinds: ['Cluster'] }, told: false },
  { name: 'a chosen namespace', spec: { namespaces: ['shop'] }, told: true },
  { name: 'of another namespace nothing', spec: { namespaces: ['other'] }, told: false },
  { name: 'a tenant of its own namespace', namespace: 'shop', told: true },
  { name: 'a tenant of another namespace nothing', namespace: 'other', told: false },
  {
    name: 'a tenant of another namespace nothing, also on request',
    namespace: 'other',
    spec: { namespaces: ['shop'] },
    told: false,
  },
  { name: 'nothing while it is suspended', spec: { suspend: true }, told: false },
])('it is told $name', ({ namespace = platform, spec = {}, of = {}, told }) => {
  const parsed = parseNotification({ metadata: { name: 'n', namespace }, spec })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  expect(matchesNotification(parsed.value, { ...happening, ...of }, platform)).toBe(told)
})
