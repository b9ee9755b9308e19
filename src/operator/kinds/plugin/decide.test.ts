import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import { seen, working } from './observation-for-test.ts'
import type { Observation } from './observation.ts'

const broken = { ...working, is: 'failed', lines: ['it crashes'] } as const
const ready = { is: 'ready', inputs: 'new', version: '2.0.0' } as const
const two = [
  { revision: 1, status: 'superseded' },
  { revision: 2, status: 'deployed' },
]
const obstacle = { reason: 'Forbidden', message: 'no', again: 'on-change' } as const
const unreachable = { reason: 'ClusterUnreachable', message: 'no', again: 'on-event' } as const
const closed = { is: 'closed', of: 'Profile production', opensAt: undefined } as const
const installed = { revision: 1 }

const uninstalledAt = (observedGeneration: number) => ({
  observedGeneration,
  conditions: [
    {
      type: 'Ready',
      status: 'True',
      reason: 'Disabled',
      message: 'no',
      observedGeneration,
      lastTransitionTime: '2026-01-01T00:00:00Z',
    },
  ],
})

const deleted = { deleted: true } as const
const disabled = { spec: { enabled: false } }
const rollback = { spec: { onFailure: 'rollback' } }
const tried = { status: { attempted: 'new' } }
const rolledBack = { attempted: 'new', inputs: 'rolled-back:1' }
const toldOf = (reason: string) => ({
  conditions: [
    {
      type: 'Ready',
      status: 'False',
      reason,
      message: 'no',
      lastTransitionTime: '2026-01-01T00:00:00Z',
    },
  ],
})

test.each<{ name: string; seen: Observation; decision: unknown }>([
  {
    name: 'waits while somebody else uninstalls the release',
    seen: seen({
      isLeaving: true,
      source: ready,
      revisions: [{ revision: 1, status: 'uninstalling' }],
    }),
    decision: { do: 'wait', for: ['its release, which somebody is uninstalling'] },
  },
  {
    name: 'installs what somebody else has uninstalled',
    seen: seen({ source: ready, revisions: [] }),
    decision: { do: 'install' },
  },
  ...[
    {
      name: 'keeps an upgrade',
      more: { source: ready },
      decision: { do: 'wait-for-window', window: closed },
    },
    {
      name: 'keeps an install',
      more: { source: ready, revisions: [] },
      decision: { do: 'wait-for-window', window: closed },
    },
    {
      name: 'goes on with what was begun',
      more: { source: ready, revisions: [{ revision: 1, status: 'pending-install' }] },
      decision: { do: 'install' },
    },
    {
      name: 'lets a request to retry through',
      more: { source: ready, retry: 'now' },
      decision: { do: 'upgrade', from: 1 },
    },
    {
      name: 'looks for drift',
      more: { health: { ...working, mark: 'other' } },
      decision: { do: 'check-drift' },
    },
    { name: 'rests', more: {}, decision: { do: 'rest' } },
    {
      name: 'tells of obstacles first',
      more: { source: { is: 'blocked', inputs: 'new', obstacle } },
      decision: { do: 'refuse', obstacle },
    },
  ].map(({ name, more, decision }) => ({
    name: `while the window is closed, ${name}`,
    seen: seen({ window: closed, ...more } as Partial<Observation>),
    decision,
  })),
  {
    name: 'uninstalls while the window is closed',
    seen: seen({ window: closed }, disabled),
    decision: { do: 'uninstall', because: 'disabled' },
  },
  {
    name: 'rolls back what does not work while the window is closed',
    seen: seen({ window: closed, revisions: two, health: broken }, rollback),
    decision: { do: 'roll-back', to: 1, because: 'unhealthy' },
  },
  { name: 'rests when nothing has changed', seen: seen({}), decision: { do: 'rest' } },
  {
    name: 'installs when there is no release',
    seen: seen({ revisions: [], source: ready }),
    decision: { do: 'install' },
  },
  {
    name: 'goes on with an install that was interrupted',
    seen: seen({ revisions: [{ revision: 1, status: 'pending-install' }], source: ready }),
    decision: { do: 'install' },
  },
  {
    name: 'upgrades what was made from something else',
    seen: seen({ source: ready }),
    decision: { do: 'upgrade', from: 1 },
  },
  {
    name: 'waits for what it needs',
    seen: seen({ source: ready, unmet: [{ text: 'plugin n/b' }] }),
    decision: { do: 'wait', for: ['plugin n/b'] },
  },
  {
    name: 'does not try again what failed',
    seen: seen({ source: ready }, tried),
    decision: { do: 'stay-stalled' },
  },
  {
    name: 'tells once of what was rolled back',
    seen: seen({ source: ready }, { status: { ...rolledBack, ...toldOf('RolledBack') } }),
    decision: { do: 'stay-stalled' },
  },
  ...['ClusterUnreachable', 'ValuesNotFound', 'Waiting'].map((reason) => ({
    name: `after ${reason}, tells again of what was rolled back, and does not try it`,
    seen: seen({ source: ready }, { status: { ...rolledBack, ...toldOf(reason) } }),
    decision: {
      do: 'refuse',
      obstacle: {
        reason: 'RolledBack',
        message: 'rolled back to revision 1, because the one after it did not work',
        again: 'on-change',
      },
    },
  })),
  {
    name: 'leaves the failure of a change after a rollback as it was told',
    seen: seen(
      { source: ready },
      { status: { ...rolledBack, failures: 1, ...toldOf('UpgradeFailed') } },
    ),
    decision: { do: 'stay-stalled' },
  },
  {
    name: 'tries again when somebody asks',
    seen: seen({ source: ready, retry: 'now' }, tried),
    decision: { do: 'upgrade', from: 1 },
  },
  {
    name: 'tries again after a while',
    seen: seen({ source: ready, isDue: true }, tried),
    decision: { do: 'upgrade', from: 1 },
  },
  {
    name: 'names a circle',
    seen: seen({ source: ready, cycle: ['n/a', 'n/b', 'n/a'] }),
    decision: {
      do: 'refuse',
      obstacle: {
        reason: 'DependencyCycle',
        message: 'n/a needs n/b needs n/a',
        again: 'on-change',
      },
    },
  },
  {
    name: 'refuses who may not act',
    seen: seen({ refusal: obstacle }),
    decision: { do: 'refuse', obstacle },
  },
  {
    name: 'uninstalls what is disabled',
    seen: seen({}, disabled),
    decision: { do: 'uninstall', because: 'disabled' },
  },
  {
    name: 'stays disabled when nothing is there',
    seen: seen({ revisions: [] }, disabled),
    decision: { do: 'stay-disabled' },
  },
  {
    name: 'keeps what others need, also when it is disabled',
    seen: seen({ neededBy: ['n/b'] }, disabled),
    decision: { do: 'keep-for-others', neededBy: ['n/b'] },
  },
  {
    name: 'uninstalls what is deleted',
    seen: seen({}, deleted),
    decision: { do: 'uninstall', because: 'deleted' },
  },
  {
    name: 'removes the finalizer when nothing is there',
    seen: seen({ revisions: [] }, deleted),
    decision: { do: 'remove-finalizer', leaves: 'nothing' },
  },
  {
    name: 'removes the finalizer of what shall stay',
    seen: seen({}, { ...deleted, spec: { deletion: 'orphan' } }),
    decision: { do: 'remove-finalizer', leaves: 'release' },
  },
  {
    name: 'keeps the finalizer of what nobody can see',
    seen: seen({ revisions: [], refusal: unreachable }, { ...deleted, status: installed }),
    decision: { do: 'refuse', obstacle: unreachable },
  },
  {
    name: 'does not take for gone what is disabled and cannot be seen',
    seen: seen({ revisions: [], refusal: unreachable }, { ...disabled, status: installed }),
    decision: { do: 'refuse', obstacle: unreachable },
  },
  {
    name: 'keeps the finalizer of what a failed install may have left where nobody can see',
    seen: seen({ revisions: [], refusal: unreachable }, { ...deleted, status: { failures: 1 } }),
    decision: { do: 'refuse', obstacle: unreachable },
  },
  {
    name: 'keeps the finalizer of an install that was begun and never told of where nobody can see',
    seen: seen({ revisions: [], refusal: unreachable }, deleted),
    decision: { do: 'refuse', obstacle: unreachable },
  },
  {
    name: 'removes the finalizer of what was uninstalled before nobody could see',
    seen: seen({ revisions: [], refusal: unreachable }, { ...deleted, status: uninstalledAt(1) }),
    decision: { do: 'remove-finalizer', leaves: 'nothing' },
  },
  {
    name: 'keeps the finalizer when it was enabled once more before nobody could see',
    seen: seen(
      { revisions: [], refusal: unreachable },
      { ...deleted, status: uninstalledAt(1), generation: 3 },
    ),
    decision: { do: 'refuse', obstacle: unreachable },
  },
  {
    name: 'stays disabled when it was uninstalled before nobody could see',
    seen: seen({ revisions: [], refusal: unreachable }, { ...disabled, status: uninstalledAt(1) }),
    decision: { do: 'stay-disabled' },
  },
  {
    name: 'has nothing to do for what is deleted, where nobody can see, and was never begun',
    seen: seen({ revisions: [], refusal: unreachable, hasFinalizer: false }, deleted),
    decision: { do: 'rest' },
  },
  {
    name: 'leaves alone what is suspended',
    seen: seen({ source: ready }, { spec: { suspend: true } }),
    decision: { do: 'leave-alone' },
  },
  {
    name: 'rolls back what does not work, when asked to',
    seen: seen({ revisions: two, health: broken }, rollback),
    decision: { do: 'roll-back', to: 1, because: 'unhealthy' },
  },
  {
    name: 'never rolls back a first install',
    seen: seen({ health: broken }, rollback),
    decision: { do: 'rest' },
  },
  {
    name: 'holds a pinned revision',
    seen: seen({ revisions: two }, { spec: { pin: 1 } }),
    decision: { do: 'roll-back', to: 1, because: 'pinned' },
  },
  {
    name: 'rests once the pinned revision is there',
    seen: seen({ revisions: two }, { spec: { pin: 1 }, status: { inputs: 'pin:1' } }),
    decision: { do: 'rest' },
  },
  {
    name: 'looks for drift when fields are no longer ours',
    seen: seen({ health: { ...working, mark: 'other' } }),
    decision: { do: 'check-drift' },
  },
  {
    name: 'looks once for the same drift',
    seen: seen({ health: { ...working, mark: 'other' } }, { status: { looked: 'other.c' } }),
    decision: { do: 'rest' },
  },
  {
    name: 'looks again for drift when somebody changed something',
    seen: seen(
      { health: { ...working, mark: 'other', content: 'd' } },
      { status: { looked: 'other.c' } },
    ),
    decision: { do: 'check-drift' },
  },
  {
    name: 'puts back what was only told before, once that is asked for',
    seen: seen(
      { health: { ...working, mark: 'other' } },
      { spec: { drift: { mode: 'correct' } }, status: { looked: 'other.c' } },
    ),
    decision: { do: 'check-drift' },
  },
  {
    name: 'does not look when told not to',
    seen: seen({ health: { ...working, mark: 'x' } }, { spec: { drift: { mode: 'off' } } }),
    decision: { do: 'rest' },
  },
])('$name', ({ seen: observation, decision }) => {
  expect(decide(observation)).toEqual(decision)
})
