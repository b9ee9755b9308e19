import { expect, test } from 'vitest'
import { createLock } from './lock.ts'

test('runs in order, one at a time, also after a failure', async () => {
  const lock = createLock()
  const seen: string[] = []
  const step = (name: string) => async () => {
    seen.push(`${name} starts`)
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(`${name} ends`)
    if (name === 'b') throw new Error('b failed')
    return name
  }
  const results = await Promise.allSettled([lock(step('a')), lock(step('b')), lock(step('c'))])
  expect(seen).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
