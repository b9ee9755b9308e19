import { expect, test } from 'vitest'
import { revisionsToPrune } from './prune.ts'

function revisionsOf(...statuses: string[]) {
  return statuses.map((status, at) => ({ revision: at + 1, status }))
}

test.each([
  { name: 'nothing while there is room', statuses: ['superseded', 'deployed'], most: 3, gone: [] },
  { name: 'the oldest', statuses: ['superseded', 'superseded', 'deployed'], most: 2, gone: [1, 2] },
  {
    name: 'never the deployed one',
    statuses: ['deployed', 'failed', 'failed'],
    most: 2,
    gone: [2, 3],
  },
  {
    name: 'an older deployed one',
    statuses: ['deployed', 'deployed', 'failed'],
    most: 3,
    gone: [1],
  },
  { name: 'all but the deployed one', statuses: ['superseded', 'deployed'], most: 1, gone: [1] },
  { name: 'nothing without a limit', statuses: ['failed', 'failed'], most: 0, gone: [] },
  { name: 'all when none is deployed', statuses: ['failed', 'failed'], most: 1, gone: [1, 2] },
])('pruning takes $name', ({ statuses, most, gone }) => {
  const pruned = revisionsToPrune(revisionsOf(...statuses).toReversed(), most)
  expect(pruned.map(({ revision }) => revision)).toEqual(gone)
})
