import { expect, test } from 'vitest'
import { KustomizeError } from '../../kustomize/errors.ts'
import { KubeError } from '../../kube/errors.ts'
import { ReleaseError } from '../../release/errors.ts'
import { SourceError } from '../../sources/errors.ts'
import { obstacleOf } from './obstacle-of.ts'

test.each([
  { code: 'address-refused', reason: 'SourceRefused', again: 'on-change' },
  { code: 'unauthorized', reason: 'SourceRefused', again: 'on-change' },
  { code: 'denied', reason: 'SourceRefused', again: 'on-change' },
  { code: 'not-found', reason: 'SourceNotFound', again: 'on-change' },
  { code: 'unreachable', reason: 'SourceUnreachable', again: 'soon' },
] as const)('a source that is $code is told as $reason', ({ code, reason, again }) => {
  const message = 'the registry says 401'
  const error = new SourceError(code, message)
  expect(obstacleOf(error, 'SourceNotFound')).toEqual({ reason, message, again })
  const named = new KustomizeError('missing', message, { cause: error })
  expect(obstacleOf(named, 'SourceNotFound')).toEqual({ reason, message, again })
})

test('a kustomization that cannot be built waits for a change', () => {
  const error = new KustomizeError('invalid', 'a.yaml: line 2')
  const told = { reason: 'RenderFailed', message: 'a.yaml: line 2', again: 'on-change' }
  expect(obstacleOf(error, 'SourceNotFound')).toEqual(told)
})

test.each([
  { code: 'unreachable', reason: 'ClusterUnreachable', again: 'soon' },
  { code: 'timed-out', reason: 'ClusterUnreachable', again: 'soon' },
  { code: 'unavailable', reason: 'UpgradeFailed', again: 'soon' },
  { code: 'forbidden', reason: 'HookFailed', again: 'on-change' },
  { code: 'invalid', reason: 'HookFailed', again: 'on-change' },
] as const)('a hook that the cluster answered with $code is told as $reason', (row) => {
  const message = 'pre-upgrade hooks failed'
  const cause = new KubeError(row.code, 'PATCH was not answered')
  const apply = new ReleaseError('failed', 'apply failed', { cause })
  const hook = new ReleaseError('hook-failed', 'warning: Hook', { cause: apply })
  const error = new ReleaseError('hook-failed', message, { cause: hook })
  const { reason, again } = row
  expect(obstacleOf(error, 'UpgradeFailed')).toEqual({ reason, message, again })
})

test.each([
  {
    says: 'pods "a" is forbidden: exceeded quota: few, requested: pods=1',
    reason: 'QuotaExceeded',
  },
  { says: 'pods "a" is forbidden: User "x" cannot create resource "pods"', reason: 'Forbidden' },
])('a refusal is $reason by what it says', ({ says, reason }) => {
  const cause = new KubeError('forbidden', says)
  const error = new ReleaseError('failed', 'apply failed', { cause })
  const told = { reason, message: 'apply failed', again: 'on-change' }
  expect(obstacleOf(error, 'InstallFailed')).toEqual(told)
})

test('an account that the operator may not act as is told with the way to name it', () => {
  const says =
    'configmaps "a" is forbidden: User "system:serviceaccount:outrigger-system:outrigger" cannot impersonate resource "serviceaccounts"'
  const { reason, message, again } = obstacleOf(new KubeError('forbidden', says), 'InstallFailed')
  expect({ reason, again }).toEqual({ reason: 'Forbidden', again: 'on-change' })
  expect(message).toContain('outrigger init --plugin-account NAME')
  expect(message).toContain(says)
})

test.each([
  { code: 'not-served', reason: 'KindNotServed', again: 'on-change' },
  { code: 'gone', reason: 'InstallFailed', again: 'soon' },
] as const)('a release that failed as $code is told as $reason', ({ code, reason, again }) => {
  const error = new ReleaseError(code, 'what happened')
  expect(obstacleOf(error, 'InstallFailed')).toEqual({ reason, message: 'what happened', again })
})

test.each([
  { says: 'Operation cannot be fulfilled on x "a": the object has been modified', again: 'soon' },
  { says: 'Apply failed with 1 conflict: conflict with "one"', again: 'on-change' },
])('a conflict is tried again $again by what it says', ({ says, again }) => {
  const error = new KubeError('conflict', says)
  const told = { reason: 'InstallFailed', message: says, again }
  expect(obstacleOf(error, 'InstallFailed')).toEqual(told)
})

test('a hook that ran and failed waits for a change', () => {
  const error = new ReleaseError('hook-failed', 'Job a failed')
  const told = { reason: 'HookFailed', message: 'Job a failed', again: 'on-change' }
  expect(obstacleOf(error, 'UpgradeFailed')).toEqual(told)
})
