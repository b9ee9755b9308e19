import { expect, test } from 'vitest'
import { resolveIntOrPercent } from './int-or-string.ts'
import { parseTime, printMicroTime, printTime } from './time.ts'

test('moments are written as Kubernetes writes them', () => {
  const moment = new Date('2026-01-02T03:04:05.678Z')
  expect(printTime(moment)).toBe('2026-01-02T03:04:05Z')
  expect(printMicroTime(moment)).toBe('2026-01-02T03:04:05.678000Z')
})

test.each([
  { text: '2026-01-02T03:04:05Z', moment: '2026-01-02T03:04:05.000Z' },
  { text: '2026-01-02T03:04:05.123456Z', moment: '2026-01-02T03:04:05.123Z' },
  { text: '2026-01-02T03:04:05+01:00', moment: '2026-01-02T02:04:05.000Z' },
  { text: '2026-01-02', moment: undefined },
  { text: '2026-13-02T03:04:05Z', moment: undefined },
  { text: '', moment: undefined },
])('$text is read', ({ text, moment }) => {
  expect(parseTime(text)?.toISOString()).toBe(moment)
})

test.each([
  { value: 3, round: 'up', is: 3 },
  { value: '25%', round: 'up', is: 2 },
  { value: '25%', round: 'down', is: 1 },
  { value: '0%', round: 'up', is: 0 },
  { value: '25', round: 'up', is: undefined },
  { value: null, round: 'up', is: undefined },
] as const)('$value of 6 rounded $round', ({ value, round, is }) => {
  expect(resolveIntOrPercent(value, 6, round)).toBe(is)
})
