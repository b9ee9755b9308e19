import { expect, test } from 'vitest'
import { sleepOn } from '../std/clock.ts'
import { VirtualClock } from '../std/node/virtual-clock-for-test.ts'
import { PassesUnderWay } from './passes-under-way.ts'
import { KeyedQueue } from './queue.ts'
import { type PassOutcome, type Reconcile, type WorkerOptions, runWorkers } from './worker.ts'

function start(reconcile: (clock: VirtualClock) => Reconcile, more: Partial<WorkerOptions> = {}) {
  const clock = new VirtualClock()
  const queue = new KeyedQueue({ clock, random: () => 0.999_999 })
  const passes = new PassesUnderWay(clock)
  const stop = new AbortController()
  const outcomes: PassOutcome[] = []
  const passed = (one: PassOutcome) => void outcomes.push(one)
  const tracker = passes.tracker('plugin')
  const options = { clock, concurrency: 1, passed, tracker, ...more }
  const ended = runWorkers(queue, reconcile(clock), options, stop.signal)
  return { clock, queue, stop, outcomes, ended, passes }
}

const rest = { do: 'rest' } as const

function worksAndWaits(clock: VirtualClock): Reconcile {
  return async (_, signal, { offWorker }) => {
    await sleepOn(clock, 900, signal)
    await offWorker('at-once', (inner) => sleepOn(clock, 60_000, inner))
    await sleepOn(clock, 900, signal)
    return rest
  }
}

test('a pass that waits off its worker holds no worker, and keeps its key', async () => {
  const seen: string[] = []
  const { clock, queue, stop, ended } = start((clock) => async (key, _, { offWorker }) => {
    seen.push(`${key} begins`)
    if (key === 'a/slow') await offWorker('at-once', (signal) => sleepOn(clock, 1000, signal))
    seen.push(`${key} ends at ${clock.monotonic()}`)
    return rest
  })
  queue.add('a/slow')
  queue.add('a/quick')
  await clock.advance(100)
  queue.add('a/slow')
  queue.add('a/late')
  await clock.advance(5000)
  stop.abort()
  await ended
  expect(seen).toEqual([
    'a/slow begins',
    'a/quick begins',
    'a/quick ends at 0',
    'a/late begins',
    'a/late ends at 100',
    'a/slow ends at 1000',
    'a/slow begins',
    'a/slow ends at 2000',
  ])
})

test('a pass comes back when there is a worker, before others of its namespace begin', async () => {
  const seen: string[] = []
  const { clock, queue, stop, ended } = start((clock) => async (key, signal, { offWorker }) => {
    if (key === 'a/0') await offWorker('at-once', (inner) => sleepOn(clock, 10, inner))
    else await sleepOn(clock, 100, signal)
    seen.push(`${key} ${clock.monotonic()}`)
    return rest
  })
  for (const key of ['a/0', 'a/1', 'a/2']) queue.add(key)
  await clock.advance(1000)
  stop.abort()
  await ended
  expect(seen).toEqual(['a/1 100', 'a/0 100', 'a/2 200'])
})

test('several waits of one pass leave one worker, and the last comes back', async () => {
  let now = 0
  let most = 0
  const { clock, queue, stop, ended, outcomes } = start(
    (clock) =>
      async (_, signal, { offWorker }) => {
        const waits = [10, 20, 30].map((time) =>
          offWorker('at-once', (inner) => sleepOn(clock, time, inner)),
        )
        await Promise.all(waits)
        most = Math.max(most, ++now)
        await sleepOn(clock, 5, signal)
        now--
        return rest
      },
  )
  for (const key of ['a/0', 'a/1', 'a/2']) queue.add(key)
  await clock.advance(1000)
  stop.abort()
  await ended
  expect([most, outcomes.length]).toEqual([1, 3])
})

test.each(['at-once', 'with-grace'] as const)(
  'a wait off the worker ends when its object is changed, is no failure, and is begun anew: %s',
  async (stops) => {
    const seen: string[] = []
    const { clock, queue, stop, ended, outcomes } = start((clock) => async (key, signal, turn) => {
      seen.push(`begins at ${clock.monotonic()}`)
      await turn
        .offWorker(stops, (inner) => sleepOn(clock, 60_000, inner))
        .catch((error: unknown) => {
          seen.push(`${String(signal.aborted)} ${String(error)}`)
          throw error
        })
      return rest
    })
    queue.add('a/0')
    await clock.advance(500)
    queue.add('a/0')
    await clock.advance(500)
    expect(seen).toEqual(['begins at 0'])
    queue.addChanged('a/0')
    await clock.advance(500)
    expect(seen.slice(1)).toEqual([
      'true ChangedMeanwhileError: the object was changed meanwhile',
      'begins at 1000',
    ])
    expect(outcomes.map(({ error, failures }) => [error, failures])).toEqual([[undefined, 0]])
    stop.abort(new Error('enough'))
    await clock.advance(60_000)
    await ended
  },
)

test('what was changed while a pass worked ends its next wait, and not its work', async () => {
  const seen: string[] = []
  const { clock, queue, stop, ended } = start((clock) => async (_, signal, { offWorker }) => {
    await sleepOn(clock, 100, signal)
    seen.push(`worked ${clock.monotonic()}`)
    await offWorker('with-grace', (inner) => sleepOn(clock, 1000, inner))
    seen.push(`waited ${clock.monotonic()}`)
    return rest
  })
  queue.add('a/0')
  await clock.advance(50)
  queue.addChanged('a/0')
  await clock.advance(2000)
  stop.abort()
  await ended
  expect(seen).toEqual(['worked 100', 'worked 200', 'waited 1200'])
})

test.each([
  { stops: 'at-once', at: 500 },
  { stops: 'with-grace', at: 5500 },
] as const)('when the workers end, a wait off the worker ends: $stops', async ({ stops, at }) => {
  const seen: string[] = []
  const work = (clock: VirtualClock): Reconcile => {
    return async (_, signal, { offWorker }) => {
      await offWorker(stops, (inner) => sleepOn(clock, 60_000, inner)).catch((error: unknown) => {
        seen.push(`${String(signal.aborted)} ${clock.monotonic()}`)
        throw error
      })
      return rest
    }
  }
  const { clock, queue, stop, ended } = start(work, { grace: 5000 })
  queue.add('a/0')
  await clock.advance(500)
  stop.abort(new Error('enough'))
  await clock.advance(10_000)
  await ended
  expect(seen).toEqual([`true ${at}`])
})

test('the time that a pass may hold a worker does not run while it waits off its worker', async () => {
  const { clock, queue, stop, ended, outcomes } = start(worksAndWaits, { timeout: 1000 })
  queue.add('a/0')
  await clock.advance(62_000)
  stop.abort()
  await ended
  expect(outcomes).toEqual([
    { key: 'a/0', id: '1', milliseconds: 61_800, error: undefined, failures: 0 },
  ])
})

test('a pass that does not listen is seen as stuck, and since when; one that waits off its worker is not', async () => {
  const end = Promise.withResolvers<void>()
  const { clock, queue, stop, ended, passes } = start((clock) => async (key, _, { offWorker }) => {
    if (key === 'a/deaf') await end.promise
    else await offWorker('at-once', (inner) => sleepOn(clock, 3_600_000, inner))
    return rest
  })
  await clock.advance(1000)
  queue.add('a/waits')
  queue.add('a/deaf')
  await clock.advance(660_000)
  expect(passes.describeStuck()).toBeUndefined()
  await clock.advance(1)
  expect(passes.describeStuck()).toBe('stuck passes: plugin a/deaf since 2026-01-01T00:00:01.000Z')
  expect(passes.list().map(({ key, where, lasts }) => [key, where, lasts])).toEqual([
    ['a/waits', 'off-worker', 660_001],
    ['a/deaf', 'worker', 660_001],
  ])
  end.resolve()
  stop.abort()
  await ended
  expect(passes.list()).toEqual([])
})

test('so many passes of a namespace wait off theirs; more hold its workers, and those of others go on', async () => {
  const { clock, queue, stop, ended, passes, outcomes } = start(
    (clock) =>
      async (key, _, { offWorker }) => {
        if (key.startsWith('greedy/'))
          await offWorker('at-once', (inner) => sleepOn(clock, 3_600_000, inner))
        return rest
      },
    { concurrency: 4 },
  )
  for (let at = 0; at < 200; at++) queue.add(`greedy/${at}`)
  await clock.advance(10)
  expect(passes.list().length).toBe(64 + 4)
  queue.add('other/0')
  await clock.advance(10)
  expect(outcomes.map(({ key }) => key)).toEqual(['other/0'])
  for (let at = 0; at < 10; at++) queue.addChanged(`greedy/${at}`)
  await clock.advance(10)
  expect(passes.list().length).toBe(64 + 4)
  stop.abort(new Error('enough'))
  await clock.advance(30_000)
  await ended
  expect(queue.isIdle).toBe(false)
  expect(passes.list()).toEqual([])
})

test('what begins because of a change is not ended by that change', async () => {
  const { clock, queue, stop, ended, outcomes } = start(
    (clock) =>
      async (_, _signal, { offWorker }) => {
        await offWorker('at-once', (inner) => sleepOn(clock, 1000, inner))
        return { do: 'look-again', after: 5000 }
      },
  )
  await clock.advance(0)
  queue.addChanged('a/0')
  await clock.advance(1500)
  expect(outcomes.map(({ milliseconds }) => milliseconds)).toEqual([1000])
  stop.abort()
  await ended
})
