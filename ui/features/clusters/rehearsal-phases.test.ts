import { expect, test } from 'vitest'
import type { Move, RehearsedInstance } from '../../api/rehearsal-types.ts'
import { minorIn, nextVersions, rehearsalParts } from './rehearsal-phases.ts'

const source = { version: '1.0.0', source: 'builtin' }
const move: Move = {
  because: 'source',
  from: source,
  to: { ...source, version: '2.0.0' },
  plan: { objects: [], warnings: [] },
}
const one = (instance: string, more: Partial<RehearsedInstance> = {}): RehearsedInstance => ({
  instance,
  extension: 'dns',
  unfit: [],
  stored: { before: [], after: [] },
  blocks: [],
  notices: [],
  ...more,
})

const names = (list: readonly RehearsedInstance[]) => list.map(({ instance }) => instance)

test('puts every instance into the parts that it belongs to, and the others where nothing happens', () => {
  const stale = { revision: 3, objects: ['CronJob batch/v1beta1'] }
  const parts = rehearsalParts({
    cluster: 'local',
    from: 'v1.36.3',
    to: '1.37',
    blocked: true,
    notices: [],
    instances: [
      one('a/moves-before', { before: move }),
      one('a/moves-after', { after: move }),
      one('a/is-rewritten', { stored: { before: [stale], after: [] } }),
      one('a/blocks', { blocks: ['no source fits'] }),
      one('a/is-held', { held: { by: 'suspend' } }),
      one('a/is-broken', { broken: 'its image is missing' }),
      one('a/stays'),
    ],
  })
  expect({
    before: parts.before.map(({ instance }) => instance.instance),
    after: parts.after.map(({ instance }) => instance.instance),
    blocked: names(parts.blocked),
    held: names(parts.held),
    broken: names(parts.broken),
    staying: names(parts.staying),
  }).toEqual({
    before: ['a/moves-before', 'a/is-rewritten'],
    after: ['a/moves-after'],
    blocked: ['a/blocks'],
    held: ['a/is-held'],
    broken: ['a/is-broken'],
    staying: ['a/stays'],
  })
})

test.each([
  { version: 'v1.36.3', minor: 36, next: ['1.37', '1.38', '1.39'] },
  { version: '1.9', minor: 9, next: ['1.10', '1.11', '1.12'] },
  { version: 'v1.33.1-eks-4096722', minor: 33, next: ['1.34', '1.35', '1.36'] },
  { version: '', minor: undefined, next: [] },
  { version: undefined, minor: undefined, next: [] },
])('of Kubernetes $version the next are $next', ({ version, minor, next }) => {
  expect([minorIn(version), nextVersions(version)]).toEqual([minor, next])
})
