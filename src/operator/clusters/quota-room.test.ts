import { expect, test } from 'vitest'
import type { KubeObject } from '../../objects/kube-object.ts'
import { givesRoom } from './quota-room.ts'

function quota(hard: Record<string, string>, used: Record<string, string>): KubeObject {
  const metadata = { name: 'few', namespace: 'team' }
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata,
    spec: { hard },
    status: { hard, used },
  }
}

const before = quota({ pods: '2' }, { pods: '2' })

test.each([
  { name: 'more is allowed', now: quota({ pods: '3' }, { pods: '2' }), room: true },
  { name: 'no limit is left', now: quota({}, {}), room: true },
  { name: 'less is used', now: quota({ pods: '2' }, { pods: '1' }), room: true },
  { name: 'more is used', now: quota({ pods: '2' }, { pods: '3' }), room: false },
  { name: 'less is allowed', now: quota({ pods: '1' }, { pods: '2' }), room: false },
  { name: 'it is written otherwise', now: quota({ pods: '2000m' }, { pods: '2' }), room: false },
  {
    name: 'more is asked for and not yet allowed',
    now: { ...before, spec: { hard: { pods: '3' } } },
    room: false,
  },
])('a quota gives room: $name', ({ now, room }) => {
  expect(givesRoom({ type: 'modified', before, object: now })).toBe(room)
})

test('a quota that goes gives room, one that comes does not', () => {
  expect(givesRoom({ type: 'deleted', object: before })).toBe(true)
  expect(givesRoom({ type: 'added', object: before })).toBe(false)
})
