import { expect, test } from 'vitest'
import { checkEvent } from './validate-event.ts'

const eventTime = '2026-01-01T00:00:00.000000Z'

test.each([
  { name: 'a short text', event: { eventTime, message: 'x' }, problems: 0 },
  { name: '1024 bytes', event: { eventTime, message: 'x'.repeat(1024) }, problems: 0 },
  { name: '1025 bytes', event: { eventTime, message: 'x'.repeat(1025) }, problems: 1 },
  { name: '600 letters of two bytes', event: { eventTime, message: 'é'.repeat(600) }, problems: 1 },
  {
    name: 'a long text of the older API',
    event: { eventTime: null, message: 'x'.repeat(2000) },
    problems: 0,
  },
])('$name', ({ event, problems }) => expect(checkEvent(event)).toHaveLength(problems))
