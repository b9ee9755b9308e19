import { expect, test } from 'vitest'
import { killWriters } from './apiserver-kill.ts'

test('three writers killed by the system leave everything they acknowledged', async () => {
  expect(await killWriters(3)).toBeGreaterThanOrEqual(3 * 400)
})
