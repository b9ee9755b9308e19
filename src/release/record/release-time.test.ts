import { expect, test } from 'vitest'
import { releaseTime } from './release-time.ts'

test.each([
  ['2026-11-16T05:40:00.000Z', '2026-11-16T05:40:00Z'],
  ['2026-11-16T05:40:00.120Z', '2026-11-16T05:40:00.12Z'],
  ['2026-11-16T05:40:10.001Z', '2026-11-16T05:40:10.001Z'],
])('%s is written as Go does', (moment, written) => {
  expect(releaseTime(Date.parse(moment))).toBe(written)
})
