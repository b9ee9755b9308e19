import { expect, test } from 'vitest'
import { seen } from '../observation-for-test.ts'
import { failuresAfter, isSpent, withLimit } from './attempts.ts'

const soon = { reason: 'SourceUnreachable', message: 'away', again: 'soon' } as const
const retry = (limit: number) => ({ retry: { limit } })

test.each([
  { name: 'no limit', spec: {}, failures: 9, again: 'soon', spent: false },
  { name: 'the first of two retries', spec: retry(2), failures: 1, again: 'soon', spent: false },
  { name: 'the last retry', spec: retry(2), failures: 2, again: 'on-change', spent: false },
  {
    name: 'one that was asked for after it',
    spec: retry(2),
    failures: 3,
    again: 'on-change',
    spent: true,
  },
  { name: 'no retry at all', spec: retry(0), failures: 0, again: 'on-change', spent: false },
])('$name', ({ spec, failures, again, spent }) => {
  const { plugin } = seen({}, { spec, status: { failures } })
  expect(withLimit(soon, plugin).again).toBe(again)
  expect(isSpent(plugin)).toBe(spent)
})

test('the message says why nothing is tried any more', () => {
  const { plugin } = seen({}, { spec: retry(1), status: { failures: 1 } })
  expect(withLimit(soon, plugin).message).toBe(
    'away; given up after 2 attempts, as retry.limit says',
  )
})

test('a new spec counts anew, and a cause that an event ends has no limit', () => {
  const { plugin } = seen({}, { spec: retry(1), status: { failures: 5 }, generation: 2 })
  expect(failuresAfter(plugin)).toBe(1)
  const { plugin: same } = seen({}, { spec: retry(0), status: { failures: 5 } })
  expect(withLimit({ ...soon, again: 'on-event' }, same).again).toBe('on-event')
})
