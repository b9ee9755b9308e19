import { expect, test } from 'vitest'
import { KubeError } from '../../kube/errors.ts'
import { type ConflictPolicy, readConflicts, sortConflicts } from './field-conflict.ts'

function errorOf(...causes: readonly (readonly [message: string, field: string])[]): KubeError {
  return new KubeError('conflict', 'Apply failed', {
    causes: causes.map(([message, field]) => ({ reason: 'FieldManagerConflict', message, field })),
  })
}

const scaled = errorOf(
  [
    'conflict with "kube-controller-manager" with subresource "scale" using apps/v1',
    '.spec.replicas',
  ],
  ['conflict with "kubectl-edit" using apps/v1', '.spec.paused'],
)

test('conflicts are read from what the server says', () => {
  expect(readConflicts(scaled)).toEqual([
    { field: '.spec.replicas', manager: 'kube-controller-manager', subresource: 'scale' },
    { field: '.spec.paused', manager: 'kubectl-edit', subresource: '' },
  ])
  expect(readConflicts(errorOf(['conflict with "a"', '.x']))).toEqual([
    { field: '.x', manager: 'a', subresource: '' },
  ])
})

test.each<{ policy: ConflictPolicy; yielded: string[]; taken: string[]; open: string[] }>([
  { policy: 'fail', yielded: ['.spec.replicas'], taken: [], open: ['.spec.paused'] },
  { policy: 'take', yielded: ['.spec.replicas'], taken: ['.spec.paused'], open: [] },
  { policy: 'yield', yielded: ['.spec.replicas', '.spec.paused'], taken: [], open: [] },
])('with $policy an autoscaler keeps the replicas', ({ policy, ...wanted }) => {
  const { yielded, taken, open } = sortConflicts(readConflicts(scaled), policy)
  const fieldsOf = (list: typeof open) => list.map(({ field }) => field)
  const found = { yielded: fieldsOf(yielded), taken: fieldsOf(taken), open: fieldsOf(open) }
  expect(found).toEqual(wanted)
})

test('replicas that a person set with kubectl are a conflict like any other', () => {
  const byHand = errorOf([
    'conflict with "kubectl" with subresource "scale" using apps/v1',
    '.spec.replicas',
  ])
  expect(sortConflicts(readConflicts(byHand), 'fail').open).toHaveLength(1)
})
