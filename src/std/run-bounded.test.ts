import { expect, test } from 'vitest'
import { runBounded } from './run-bounded.ts'

const signal = new AbortController().signal

test('runs everything, never more than the limit at a time', async () => {
  let running = 0
  let most = 0
  const done: number[] = []
  const work = async (item: number) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    done.push(item)
  }
  await runBounded([1, 2, 3, 4, 5, 6, 7], 3, work, signal)
  expect(done.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(3)
})

test('throws the first failure, aborts the others and starts no more', async () => {
  const started: number[] = []
  const work = async (item: number, signal: AbortSignal) => {
    started.push(item)
    if (item === 2) throw new Error('item 2 failed')
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  }
  await expect(runBounded([1, 2, 3, 4], 2, work, signal)).rejects.toThrow('item 2 failed')
  expect(started).toEqual([1, 2])
})

test('an aborted signal ends it', async () => {
  const run = runBounded([1], 1, async () => {}, AbortSignal.abort(new Error('stopped')))
  await expect(run).rejects.toThrow('stopped')
})
