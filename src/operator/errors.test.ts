import { expect, test } from 'vitest'
import { SourceError } from '../sources/errors.ts'
import { obstacleOf } from './errors.ts'

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
})
