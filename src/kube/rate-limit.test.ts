import { expect, test } from 'vitest'
import { VirtualClock } from '../std/node/virtual-clock-for-test.ts'
import type { Priority } from './priority.ts'
import { RateLimiter } from './rate-limit.ts'

const never = new AbortController().signal

function started(clock: VirtualClock, limiter: RateLimiter, priorities: readonly Priority[]) {
  const times: string[] = []
  const runs = priorities.map(async (priority, at) => {
    await limiter.acquire(priority, never)
    times.push(`${at}:${priority}@${clock.monotonic()}`)
  })
  return { times, done: Promise.all(runs) }
}

test('lets a burst through, then so many a second, prompt first, background last, urgent at once', async () => {
  const clock = new VirtualClock()
  const limiter = new RateLimiter(clock, { perSecond: 10, burst: 2 })
  const { times, done } = started(clock, limiter, [
    'normal',
    'normal',
    'background',
    'normal',
    'urgent',
    'prompt',
  ])
  await clock.advance(1000)
  await done
  expect(times).toEqual([
    '0:normal@0',
    '1:normal@0',
    '4:urgent@0',
    '5:prompt@200',
    '3:normal@300',
    '2:background@400',
  ])
})

test('holds everything but urgent requests while the server wants to be left alone', async () => {
  const clock = new VirtualClock()
  const limiter = new RateLimiter(clock, { perSecond: 10, burst: 5 })
  limiter.hold(2000)
  const { times, done } = started(clock, limiter, ['normal', 'urgent'])
  await clock.advance(2000)
  await done
  expect(times).toEqual(['1:urgent@0', '0:normal@2000'])
})

test('who no longer waits leaves its place', async () => {
  const clock = new VirtualClock()
  const limiter = new RateLimiter(clock, { perSecond: 1, burst: 1 })
  const caller = new AbortController()
  await limiter.acquire('normal', never)
  const left = limiter.acquire('normal', caller.signal)
  const { times, done } = started(clock, limiter, ['normal'])
  caller.abort(new Error('enough'))
  await expect(left).rejects.toThrow('enough')
  await expect(limiter.acquire('urgent', caller.signal)).rejects.toThrow('enough')
  await clock.advance(1000)
  await done
  expect(times).toEqual(['0:normal@1000'])
})
