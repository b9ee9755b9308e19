import { expect, test } from 'vitest'
import { backoffDelay } from './backoff.ts'

const policy = { first: 100, most: 1000 }

test.each([
  { attempt: 0, chance: 0, delay: 50 },
  { attempt: 0, chance: 0.5, delay: 75 },
  { attempt: 2, chance: 0, delay: 200 },
  { attempt: 20, chance: 0.999_999, delay: 1000 },
])('after attempt $attempt with chance $chance waits $delay ms', ({ attempt, chance, delay }) => {
  expect(backoffDelay(attempt, policy, chance)).toBe(delay)
})
