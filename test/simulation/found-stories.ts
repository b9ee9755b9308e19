import type { Change, DesiredPlugin, Fault, Story } from './story.ts'

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

/** Stories that once failed, shortened. A seed that fails becomes a row here when it is mended. */
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
    name: 'objects that a failed upgrade created go with the next one that works',
    changes: [
      {
        at: 1000,
        what: 'create',
        plugin: 'team-a/apple',
        desired: { ...corrected, version: '2.0.0' },
      },
      { at: 20_000, what: 'set', plugin: 'team-a/apple', part: { suspend: true } },
      { at: 25_000, what: 'drift', plugin: 'team-a/apple', how: 'edit' },
      {
        at: 30_000,
        what: 'set',
        plugin: 'team-a/apple',
        part: { suspend: false, version: '1.1.0' },
      },
      {
        at: 60_000,
        what: 'set',
        plugin: 'team-a/apple',
        part: { conflicts: 'take', version: '2.0.0' },
      },
    ],
  },
  // The process ends after the upgrade and before the status tells of it.
  ...[10, 11, 12, 13].map((request) => ({
    name: `an upgrade to other kinds is told by whoever leads next, also when request ${request} was the last`,
    changes: [
      { at: 1000, what: 'create', plugin: 'team-a/apple', desired },
      { at: 40_000, what: 'set', plugin: 'team-a/apple', part: { chart: 'web' } },
    ] as const,
    faults: [{ what: 'crash', operator: 0, since: 40_000, request, side: 'before' }] as const,
  })),
  // The process ends after it wrote the record, or objects, on the other cluster and before the status tells of it.
  ...[6, 7, 8].map((request) => ({
    name: `a deleted plugin whose first install on another cluster ended with request ${request} leaves nothing there`,
    changes: [
      { at: 1000, what: 'cluster', is: 'there' },
      {
        at: 20_000,
        what: 'create',
        plugin: 'outrigger-system/cedar',
        desired: { ...desired, cluster: 'edge' },
      },
      { at: 21_000, what: 'delete', plugin: 'outrigger-system/cedar' },
    ] as const,
    faults: [{ what: 'crash', operator: 0, since: 20_000, request, side: 'after' }] as const,
  })),
  // While the instance looks for its source, and writes.
  ...[300, 340, 355, 360].map((later) => ({
    name: `a Plugin that a person makes ${later} ms after an instance of its name stays the person's`,
    changes: [
      { at: 1000, what: 'extension', offers: { chart: 'plain', versions: ['1.0.0', '1.1.0'] } },
      {
        at: 5000,
        what: 'instance',
        instance: 'team-a/mural',
        desired: { color: 'red', enabled: true },
      },
      {
        at: 5000 + later,
        what: 'plant',
        kind: 'Plugin',
        key: 'team-a/mural',
        desired: { ...desired, color: 'blue' },
      },
    ] as const,
    faults: [{ what: 'late events', from: 4900, to: 9000, by: 500 }] as const,
  })),
  {
    name: 'a hook that helm left of another release stays',
    changes: [
      { at: 500, what: 'plant', kind: 'Job', key: 'team-a/porter-prepare' },
      {
        at: 1000,
        what: 'create',
        plugin: 'team-a/porter',
        desired: { ...desired, chart: 'hooked' },
      },
    ],
  },
  {
    name: 'a refusal that quotes a Secret is told in words of our own, and again after another obstacle',
    changes: [
      { at: 500, what: 'values', plugin: 'team-a/apple', kind: 'Secret', color: 'red' },
      {
        at: 1000,
        what: 'create',
        plugin: 'team-a/apple',
        desired: { ...desired, chart: 'refused', valuesFrom: 'Secret', interval: '24h' },
      },
      { at: 20_000, what: 'account', tenant: 'team-a', is: 'gone' },
      { at: 50_000, what: 'account', tenant: 'team-a', is: 'there' },
    ],
  },
  {
    name: 'hooks that never end keep nobody waiting, and end with their plugins',
    changes: [
      ...[1, 2, 3, 4, 5, 6].map(
        (number) =>
          ({
            at: 1000,
            what: 'create',
            plugin: `team-a/slow-${number}`,
            desired: { ...desired, chart: 'hanging', timeout: '1h' },
          }) as const,
      ),
      { at: 10_000, what: 'create', plugin: 'outrigger-system/birch', desired },
      { at: 20_000, what: 'delete', plugin: 'team-a/slow-1' },
      { at: 20_000, what: 'set', plugin: 'team-a/slow-2', part: { enabled: false } },
    ],
  },
  {
    name: 'a plugin that is pinned to a revision that there is not never says that it holds it',
    changes: [
      { at: 1000, what: 'create', plugin: 'team-a/apple', desired: { ...desired, pin: 2 } },
    ],
  },
]

/** Stories that once failed, shortened, by what they are about. */
export const foundStories: ReadonlyMap<string, Story> = new Map(
  rows.map(({ name, changes, faults = [], operators = 1 }) => [
    name,
    { seed: 'found', operators, tenants: ['team-a'], hasEdge: true, minor: 36, changes, faults },
  ]),
)
