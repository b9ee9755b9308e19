import { expect, test } from 'vitest'
import { KubeError } from '../kube/errors.ts'
import { sleepOn } from '../std/clock.ts'
import { VirtualClock } from '../std/node/virtual-clock-for-test.ts'
import { KeyedQueue } from './queue.ts'
import { type PassOutcome, type Reconcile, type WorkerOptions, runWorkers } from './worker.ts'

function start(reconcile: (clock: VirtualClock) => Reconcile, more: Partial<WorkerOptions> = {}) {
  const clock = new VirtualClock()
  const queue = new KeyedQueue({ clock, random: () => 0.999_999 })
  const stop = new AbortController()
  const outcomes: PassOutcome[] = []
  const options = {
    clock,
    concurrency: 2,
    passed: (one: PassOutcome) => void outcomes.push(one),
    ...more,
  }
  const ended = runWorkers(queue, reconcile(clock), options, stop.signal)
  return { clock, queue, stop, outcomes, ended }
}

test('works on so many keys at a time', async () => {
  let now = 0
  let most = 0
  const { clock, queue, stop, ended, outcomes } = start((clock) => async (_, signal) => {
    most = Math.max(most, ++now)
    await sleepOn(clock, 10, signal)
    now--
    return { do: 'rest' }
  })
  for (const key of ['a', 'b', 'c', 'd', 'e']) queue.add(key)
  await clock.advance(100)
  stop.abort()
  await ended
  expect([most, outcomes.length]).toEqual([2, 5])
  expect(outcomes[0]).toEqual({
    key: 'a',
    id: '1',
    milliseconds: 10,
    error: undefined,
    failures: 0,
  })
})

test('a failure concerns its key alone: it comes again, later each time, or when the server says', async () => {
  const times: number[] = []
  const failures = [new Error('first'), new KubeError('unavailable', 'busy', { retryAfter: 500 })]
  const { clock, queue, stop, ended, outcomes } = start((clock) => async (key) => {
    if (key === 'good') return { do: 'rest' }
    times.push(clock.monotonic())
    const failure = failures.shift()
    if (failure !== undefined) throw failure
    return { do: 'look-again', after: 1000 }
  })
  queue.add('bad')
  queue.add('good')
  await clock.advance(1600)
  stop.abort()
  await ended
  expect(times).toEqual([0, 10, 510, 1510])
  expect(outcomes.map(({ key, failures }) => `${key} ${failures}`)).toEqual([
    'bad 1',
    'good 0',
    'bad 2',
    'bad 0',
    'bad 0',
  ])
})

test('a pass that asks to come again soon comes after its back-off, and is told of as one that failed', async () => {
  const times: number[] = []
  const { clock, queue, stop, ended, outcomes } = start((clock) => async () => {
    times.push(clock.monotonic())
    return times.length < 3 ? { do: 'again-soon', because: 'it is away' } : { do: 'rest' }
  })
  queue.add('a')
  await clock.advance(1000)
  stop.abort()
  await ended
  expect(times).toEqual([0, 10, 30])
  const told = outcomes.map(({ error, failures }) => [
    (error as Error | undefined)?.message,
    failures,
  ])
  expect(told).toEqual([
    ['it is away', 1],
    ['it is away', 2],
    [undefined, 0],
  ])
})

test('a pass that takes too long is told to stop and has failed', async () => {
  const { clock, queue, stop, ended, outcomes } = start(
    (clock) => async (_, signal) => {
      await sleepOn(clock, 60_000, signal)
      return { do: 'rest' }
    },
    { timeout: 1000 },
  )
  queue.add('slow')
  await clock.advance(1000)
  stop.abort()
  await clock.advance(30_000)
  await ended
  expect(outcomes[0]?.error).toMatchObject({ message: 'the pass took longer than 1000 ms' })
})

test('at the end no key is taken any more, passes may finish, and after the grace must', async () => {
  const seen: string[] = []
  const { clock, queue, stop, ended } = start(
    (clock) => async (key, signal) => {
      seen.push(`${key} starts`)
      await sleepOn(clock, key === 'short' ? 1000 : 60_000, signal).then(
        () => seen.push(`${key} ends`),
        () => seen.push(`${key} is stopped at ${clock.monotonic()}`),
      )
      return { do: 'rest' }
    },
    { grace: 5000 },
  )
  for (const key of ['short', 'long', 'never']) queue.add(key)
  await clock.advance(500)
  stop.abort(new Error('enough'))
  await clock.advance(10_000)
  await ended
  expect(seen).toEqual(['short starts', 'long starts', 'short ends', 'long is stopped at 5500'])
})
