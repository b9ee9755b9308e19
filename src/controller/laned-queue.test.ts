import { expect, test } from 'vitest'
import { systemClock } from '../std/clock.ts'
import { LanedQueue } from './laned-queue.ts'

const options = { clock: systemClock, random: () => 0 }
const laneOf = (key: string) => key.split('/')[0] ?? ''
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

test('a lane whose work never ends holds up no other, also one that comes later', async () => {
  const stop = new AbortController()
  const queue = new LanedQueue(options, laneOf)
  const passed: string[] = []
  const seen = Promise.withResolvers<void>()
  const pass = async (key: string, signal: AbortSignal) => {
    if (key.startsWith('hole/')) return untilAborted(signal)
    passed.push(key)
    if (key === 'late/1') seen.resolve()
    if (key === 'well/2') queue.add('late/1')
    return { do: 'rest' } as const
  }
  for (const key of ['hole/1', 'hole/2', 'hole/3', 'well/1', 'well/2']) queue.add(key)
  const running = queue.run(pass, { clock: systemClock, concurrency: 1, grace: 1 }, stop.signal)
  await seen.promise
  expect(passed).toEqual(['well/1', 'well/2', 'late/1'])
  stop.abort(new Error('enough'))
  await running
})

test('what is observed is one queue', () => {
  const depths: number[] = []
  const observer = { depth: (keys: number) => depths.push(keys) }
  const queue = new LanedQueue({ ...options, observer }, laneOf)
  for (const key of ['a/1', 'b/1', 'b/2', 'b/2']) queue.add(key)
  expect(depths).toEqual([1, 2, 3, 3])
})

test('a lane goes when nothing is left to do in it, and comes again', async () => {
  const stop = new AbortController()
  const queue = new LanedQueue(options, laneOf)
  const passed: string[] = []
  let settle = Promise.withResolvers<void>()
  const pass = async (key: string) => {
    passed.push(key)
    if (key !== 'again/1') return { do: 'rest' } as const
    return { do: 'look-again', after: 60_000 } as const
  }
  const told = () => {
    if (passed.length % 3 === 0) settle.resolve()
  }
  const how = { clock: systemClock, concurrency: 2, passed: told }
  const running = queue.run(pass, how, stop.signal)
  for (const key of ['a/1', 'b/1', 'again/1']) queue.add(key)
  expect(queue.size).toBe(3)
  await settle.promise
  await new Promise((resolve) => setImmediate(resolve))
  // A key that comes again by itself is kept.
  expect(queue.size).toBe(1)
  settle = Promise.withResolvers<void>()
  for (const key of ['a/1', 'a/2', 'c/1']) queue.add(key)
  await settle.promise
  expect(passed.toSorted()).toEqual(['a/1', 'a/1', 'a/2', 'again/1', 'b/1', 'c/1'])
  stop.abort(new Error('enough'))
  await running
})
