import { expect, test } from 'vitest'
import { stateOf } from './state-of.ts'

const condition = (type: string, status: string, reason: string) => ({
  type,
  status,
  reason,
  message: 'm',
  lastTransitionTime: '2026-01-01T00:00:00Z',
})

test.each([
  { name: 'nothing looked at it yet', conditions: [], state: 'unknown' },
  { name: 'it works', conditions: [condition('Ready', 'True', 'Installed')], state: 'ready' },
  { name: 'it is disabled', conditions: [condition('Ready', 'True', 'Disabled')], state: 'off' },
  {
    name: 'it waits for a dependency',
    conditions: [
      condition('Ready', 'False', 'Waiting'),
      condition('Reconciling', 'True', 'Waiting'),
    ],
    state: 'waiting',
  },
  {
    name: 'it is being installed',
    conditions: [condition('Ready', 'False', 'Installing')],
    state: 'working',
  },
  {
    name: 'nothing will change by itself',
    conditions: [
      condition('Ready', 'False', 'Progressing'),
      condition('Stalled', 'True', 'TimedOut'),
    ],
    state: 'failed',
  },
  {
    name: 'the chart cannot be rendered',
    conditions: [condition('Ready', 'False', 'RenderFailed')],
    state: 'failed',
  },
])('is $state when $name', ({ conditions, state }) =>
  expect(stateOf({ metadata: {}, status: { conditions } }).state).toBe(state),
)

test('is deleting as soon as its end was asked for', () => {
  const conditions = [condition('Ready', 'True', 'Installed')]
  const metadata = { deletionTimestamp: '2026-01-01T00:00:00Z' }
  expect(stateOf({ metadata, status: { conditions } }).state).toBe('deleting')
})
