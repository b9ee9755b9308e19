import { expect, test } from 'vitest'
import { settleBounded } from './settle-bounded.ts'

test('after a failure nothing more is started, and what runs is let end', async () => {
  const started: number[] = []
  const slow = Promise.withResolvers<void>()
  const settled = settleBounded([1, 2, 3, 4], 2, async (item) => {
    started.push(item)
    if (item === 2) throw new Error('no')
    await slow.promise
    return item * 10
  })
  await Promise.resolve()
  slow.resolve()
  expect(await settled).toEqual({ done: [10], failed: [{ item: 2, error: new Error('no') }] })
  expect(started).toEqual([1, 2])
})

test('without a failure all are done', async () => {
  const settled = await settleBounded([1, 2, 3], 2, async (item) => item)
  expect(settled).toEqual({ done: [1, 2, 3], failed: [] })
})
