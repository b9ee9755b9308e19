import { expect, test } from 'vitest'
import { clampedFindings, intervalOf, timeoutOf } from './duration.ts'

test.each([
  { written: '1ms', interval: 30_000, timeout: 1000 },
  { written: '30s', interval: 30_000, timeout: 30_000 },
  { written: '59m59.5s', interval: 3_599_500, timeout: 3_599_500 },
  { written: '48h', interval: 172_800_000, timeout: 3_600_000 },
  { written: '99999999999999999999h', interval: 31_536_000_000, timeout: 3_600_000 },
])('of $written the nearest allowed length is used', ({ written, interval, timeout }) => {
  expect(intervalOf({ interval: written })).toBe(interval)
  expect(timeoutOf({ timeout: written })).toBe(timeout)
})

test('a condition names what is not used as it is written', () => {
  expect(clampedFindings({ interval: '30s', timeout: '1h' }, 1)).toEqual([])
  expect(clampedFindings({ interval: '10m' }, 1)).toEqual([])
  expect(clampedFindings({ interval: '1ms', timeout: '2h' }, 7)).toEqual([
    {
      type: 'Clamped',
      status: 'True',
      reason: 'OutOfBounds',
      message:
        'interval is 1ms, which is not within 30s and 8760h: 30s is used; timeout is 2h, which is not within 1s and 1h: 1h is used',
      observedGeneration: 7,
    },
  ])
})
