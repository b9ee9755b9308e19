import { expect, test } from 'vitest'
import type { Decision } from '../decide.ts'
import { eventOf } from './event-of.ts'
import type { Outcome } from '../outcome.ts'

const facts = { revision: 2, version: '1.1.0', appVersion: '', inputs: '' }
const obstacle = { reason: 'Forbidden', message: 'may not', again: 'on-change' } as const
const failed = { did: 'failed', obstacle, inputs: undefined } as const
const cake = { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'a', name: 'cake' }
const drift = {
  did: 'looked-for-drift',
  lines: ['a: b'],
  corrected: [],
  asWanted: false,
} as const

test.each<{ decision: Decision; outcome: Outcome; told: string | undefined }>([
  {
    decision: { do: 'install' },
    outcome: { did: 'installed', ...facts },
    told: 'Normal Installed: installed revision 2 of version 1.1.0',
  },
  {
    decision: { do: 'upgrade', from: 1 },
    outcome: { did: 'upgraded', ...facts },
    told: 'Normal Upgraded: upgraded to revision 2 of version 1.1.0',
  },
  {
    decision: { do: 'upgrade', from: 2 },
    outcome: { did: 'upgraded', ...facts },
    told: undefined,
  },
  {
    decision: { do: 'roll-back', to: 1, because: 'pinned' },
    outcome: { did: 'rolled-back', ...facts },
    told: 'Normal RolledBack: rolled back to revision 1: revision 2 of version 1.1.0',
  },
  {
    decision: { do: 'roll-back', to: 1, because: 'unhealthy' },
    outcome: { did: 'rolled-back', ...facts },
    told: 'Warning RolledBack: rolled back to revision 1: revision 2 of version 1.1.0',
  },
  {
    decision: { do: 'uninstall', because: 'disabled' },
    outcome: { did: 'uninstalled' },
    told: 'Normal Disabled: uninstalled, because it was disabled; the values are kept',
  },
  {
    decision: { do: 'uninstall', because: 'deleted' },
    outcome: { did: 'removed-finalizer' },
    told: 'Normal Uninstalled: uninstalled, because the plugin was deleted',
  },
  {
    decision: { do: 'remove-finalizer', leaves: 'release' },
    outcome: { did: 'removed-finalizer' },
    told: 'Normal Orphaned: the release was left on the cluster as asked',
  },
  {
    decision: { do: 'remove-finalizer', leaves: 'nothing' },
    outcome: { did: 'removed-finalizer' },
    told: undefined,
  },
  { decision: { do: 'rest' }, outcome: { did: 'nothing' }, told: undefined },
  { decision: { do: 'install' }, outcome: failed, told: 'Warning Forbidden: may not' },
  {
    decision: { do: 'install' },
    outcome: { ...failed, obstacle: { ...obstacle, again: 'soon' } },
    told: undefined,
  },
  { decision: { do: 'check-drift' }, outcome: drift, told: 'Warning Drifted: a: b' },
  {
    decision: { do: 'check-drift' },
    outcome: { ...drift, corrected: [cake] },
    told: 'Normal Corrected: a: b',
  },
  { decision: { do: 'check-drift' }, outcome: { ...drift, lines: [] }, told: undefined },
])('$decision.do, $outcome.did: $told', ({ decision, outcome, told }) => {
  const event = eventOf(decision, outcome)
  expect(event && `${event.type} ${event.reason}: ${event.note}`).toBe(told)
})
