import { expect, test, vi } from 'vitest'
import { play } from './play.ts'
import type { Change, Fault, Story, DesiredPlugin } from './story.ts'

// Stories that once failed, shortened. A seed that fails becomes a row here when it is mended.
vi.setConfig({ testTimeout: 120_000 })

const desired: DesiredPlugin = {
  chart: 'plain',
  version: '1.0.0',
  color: 'red',
  enabled: true,
  needs: [],
}

interface Row {
  readonly name: string
  readonly changes: readonly Change[]
  readonly faults?: readonly Fault[]
  readonly operators?: Story['operators']
}

const corrected = { ...desired, drift: 'correct' } as const

const rows: readonly Row[] = [
  // The process ends after it put the first edit back.
  ...[11, 12].map((request) => ({
    name: `an edit while nobody leads is put back, also when one before it was, and request ${request} was the last`,
    changes: [
      { at: 1000, what: 'create', plugin: 'team-a/apple', desired: corrected },
      { at: 40_000, what: 'drift', plugin: 'team-a/apple', how: 'edit' },
      { at: 50_000, what: 'drift', plugin: 'team-a/apple', how: 'edit' },
    ] as const,
    faults: [{ what: 'crash', operator: 0, since: 40_011, request, side: 'before' }] as const,
  })),
  {
    name: 'a field that an upgrade yields is named by the status',
    changes: [
      {
        at: 1000,
        what: 'create',
        plugin: 'team-a/apple',
        desired: { ...corrected, conflicts: 'yield' },
      },
      { at: 20_000, what: 'rights', tenant: 'team-a', may: 'no config maps' },
      { at: 25_000, what: 'drift', plugin: 'team-a/apple', how: 'edit' },
      { at: 100_000, what: 'set', plugin: 'team-a/apple', part: { version: '1.1.0' } },
    ],
  },
  {
    name: 'a plugin that is needed by others is not Ready before it is disabled',
    changes: [
      { at: 1000, what: 'create', plugin: 'team-a/apple', desired },
      {
        at: 2000,
        what: 'create',
        plugin: 'team-a/birch',
        desired: { ...desired, needs: ['team-a/apple'] },
      },
      { at: 20_000, what: 'set', plugin: 'team-a/apple', part: { enabled: false } },
    ],
  },
  {
    name: 'an operator that cannot reach the server when it begins to lead does not end',
    changes: [{ at: 30_000, what: 'create', plugin: 'team-a/apple', desired }],
    faults: [{ what: 'partition', operator: 0, from: 20, to: 8000, how: 'refused' }],
  },
  // While a Deployment becomes ready, and after that.
  ...[60, 100, 150, 200, 300, 600].map((later) => ({
    name: `an object that somebody edits ${later} ms after its plugin was created is put back`,
    changes: [
      {
        at: 1000,
        what: 'create',
        plugin: 'team-a/apple',
        desired: { ...desired, chart: 'web', drift: 'correct' },
      },
      { at: 1000 + later, what: 'drift', plugin: 'team-a/apple', how: 'edit' },
    ] as const,
  })),
  {
    name: 'a plugin that is pinned to a revision that there is not never says that it holds it',
    changes: [
      { at: 1000, what: 'create', plugin: 'team-a/apple', desired: { ...desired, pin: 2 } },
    ],
  },
]

test.each(rows)('$name', async ({ changes, faults = [], operators = 1 }) => {
  const story = {
    seed: 'found',
    operators,
    tenants: ['team-a'],
    hasEdge: true,
    minor: 36,
    changes,
    faults,
  }
  const { violations } = await play(story, { keeps: 'digest' })
  expect(violations).toEqual([])
})
