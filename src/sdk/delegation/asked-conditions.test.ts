import { expect, test } from 'vitest'
import { askedConditions, claimName } from './asked-conditions.ts'

const now = Date.parse('2026-01-01T00:00:00Z')
const type = 'EnsureGalaxy'

function cluster(condition: object | undefined, delegated: readonly object[]) {
  const conditions = condition === undefined ? [] : [{ type, message: '', ...condition }]
  const status = { conditions, delegated } as never
  return { apiVersion: 'outrigger.dev/v1alpha1', kind: 'Cluster', metadata: { name: 'a' }, status }
}

const asked = { condition: type, since: '2025-12-31T23:00:00Z' }
const question = { status: 'False', reason: 'Delegated' }

test.each([
  { name: 'the question', condition: question, list: [asked], found: true },
  {
    name: 'the words of an operator that died',
    condition: { status: 'False', reason: 'Working' },
    list: [asked],
    found: true,
  },
  { name: 'a condition that is not delegated', condition: question, list: [], found: false },
  {
    name: 'a condition whose turn has not come',
    condition: { status: 'Unknown', reason: 'Waiting' },
    list: [asked],
    found: false,
  },
  {
    name: 'one that holds',
    condition: { status: 'True', reason: 'Done' },
    list: [asked],
    found: false,
  },
  {
    name: 'one that failed',
    condition: { status: 'False', reason: 'Failed' },
    list: [asked],
    found: false,
  },
  { name: 'one without a word', condition: undefined, list: [asked], found: false },
  {
    name: 'one whose time is not over',
    condition: question,
    list: [{ ...asked, until: '2026-01-01T00:00:01Z' }],
    found: true,
  },
  {
    name: 'one whose time is over',
    condition: question,
    list: [{ ...asked, until: '2026-01-01T00:00:00Z' }],
    found: false,
  },
])('$name is asked for: $found', ({ condition, list, found }) => {
  const names = askedConditions(cluster(condition, list), now).map((one) => one.condition)
  expect(names).toEqual(found ? [type] : [])
})

test('the Lease of a claim has a name that Kubernetes takes', () => {
  expect(claimName('global', 'EnsureGalaxy')).toBe('global-ensuregalaxy')
})
