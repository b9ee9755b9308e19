import { expect, test } from 'vitest'
import { VirtualClock } from '../std/node/virtual-clock-for-test.ts'
import { KeyedQueue, type QueueOptions } from './queue.ts'

const never = new AbortController().signal

function settled(): Promise<unknown> {
  return new Promise((resolve) => setImmediate(resolve))
}

function create(more: Partial<QueueOptions> = {}) {
  const clock = new VirtualClock()
  return { clock, queue: new KeyedQueue({ clock, random: () => 0.999_999, ...more }) }
}

test('a key is in it once, and the first in is the first out', async () => {
  const { queue } = create()
  for (const key of ['a', 'b', 'a', 'c']) queue.add(key)
  expect(queue.size).toBe(3)
  expect([await queue.take(never), await queue.take(never), await queue.take(never)]).toEqual([
    'a',
    'b',
    'c',
  ])
})

test('a key is never with two workers; added meanwhile, it comes once more', async () => {
  const { queue } = create()
  queue.add('a')
  const first = await queue.take(never)
  queue.add('a')
  queue.add('a')
  let second = ''
  const waiting = queue.take(never).then((key) => (second = key))
  await new Promise((resolve) => setImmediate(resolve))
  expect([first, second, queue.size]).toEqual(['a', '', 0])
  queue.done('a')
  await waiting
  expect(second).toBe('a')
  queue.done('a')
  expect(queue.size).toBe(0)
})

test('high goes before normal before low, and a key can move up but not down', async () => {
  const { queue } = create()
  queue.add('later', 'low')
  queue.add('middle')
  queue.add('moved', 'low')
  queue.add('first', 'high')
  queue.add('moved', 'high')
  queue.add('first', 'low')
  const order = []
  while (queue.size > 0) order.push(await queue.take(never))
  expect(order).toEqual(['first', 'moved', 'middle', 'later'])
})

test('the sooner of two requests counts, and a pass cancels what was requested before it', async () => {
  const { queue, clock } = create()
  queue.addAfter('a', 1000)
  queue.addAfter('a', 500)
  queue.addAfter('a', 800)
  await clock.advance(499)
  expect(queue.size).toBe(0)
  await clock.advance(1)
  expect(queue.size).toBe(1)
  queue.addAfter('a', 100)
  await queue.take(never)
  queue.done('a')
  await clock.advance(1000)
  expect(queue.size).toBe(0)
})

test('a failing key waits longer each time, until it succeeds', async () => {
  const { queue, clock } = create({ backoff: { first: 10, most: 60 } })
  const waits: number[] = []
  for (let failure = 0; failure < 5; failure++) {
    if (failure === 4) queue.forget('a')
    const began = clock.monotonic()
    queue.retry('a', failure === 4 ? 25 : 0)
    while (queue.size === 0) await clock.advance(1)
    waits.push(clock.monotonic() - began)
    queue.done(await queue.take(never))
  }
  expect(waits).toEqual([10, 20, 40, 60, 25])
  expect(queue.failuresOf('a')).toBe(1)
})

test('many failing keys are held back together', async () => {
  const { queue, clock } = create({
    backoff: { first: 1, most: 1 },
    retryLimit: { perSecond: 10, burst: 2 },
  })
  for (const key of ['a', 'b', 'c', 'd']) queue.retry(key)
  const sizes: number[] = []
  for (const pause of [1, 99, 100]) {
    await clock.advance(pause)
    sizes.push(queue.size)
  }
  expect(sizes).toEqual([2, 3, 4])
})

test('who no longer wants a key gets none, and loses none', async () => {
  const { queue } = create()
  const caller = new AbortController()
  const left = queue.take(caller.signal)
  caller.abort(new Error('enough'))
  await expect(left).rejects.toThrow('enough')
  queue.add('a')
  expect(await queue.take(never)).toBe('a')
  await expect(queue.take(caller.signal)).rejects.toThrow('enough')
})

test('tells of its depth, of waits and of retries', async () => {
  const told: string[] = []
  const { queue, clock } = create({
    observer: {
      depth: (keys) => void told.push(`depth ${keys}`),
      waited: (milliseconds) => void told.push(`waited ${milliseconds}`),
      retried: () => void told.push('retried'),
    },
  })
  queue.add('a')
  await clock.advance(30)
  await queue.take(never)
  queue.retry('a')
  queue.close()
  await clock.advance(1000)
  expect(told).toEqual(['depth 1', 'waited 30', 'depth 0', 'retried'])
})

test('tells no age of what waits in a queue that nobody works on any more', async () => {
  const { queue, clock } = create()
  queue.add('a')
  await clock.advance(30)
  expect(queue.oldestAge).toBe(30)
  queue.close()
  expect(queue.oldestAge).toBe(0)
})

// Each key stands for its line: what is taken next while all of them always wait.
test.each([
  { name: 'all three', lines: ['high', 'normal', 'low'] },
  { name: 'two', lines: ['normal', 'low'] },
] as const)('of lines that always wait none starves: $name', async ({ lines }) => {
  const { queue } = create()
  const taken = new Map<string, number>()
  for (const line of lines) for (let at = 0; at < 200; at++) queue.add(`${line}/${at}`, line)
  for (let at = 0; at < 200; at++) {
    const key = await queue.take(never)
    const line = key.split('/')[0] ?? ''
    taken.set(line, (taken.get(line) ?? 0) + 1)
    queue.done(key)
  }
  const [first, ...others] = lines.map((line) => taken.get(line) ?? 0)
  expect(first).toBeGreaterThanOrEqual(140)
  for (const count of others) expect(count).toBeGreaterThanOrEqual(20)
})

test.each([
  {
    name: 'low ones leave workers to the others',
    add: ['low', 'low', 'low', 'normal', 'normal', 'normal', 'high'],
    begun: ['high 6', 'normal 3', 'normal 4', 'normal 5'],
  },
  {
    name: 'a low one begins where there is room',
    add: ['low', 'low', 'normal', 'normal'],
    begun: ['normal 2', 'normal 3', 'low 0'],
  },
  {
    name: 'low ones take no more than they may when nobody else wants anything',
    add: ['low', 'low', 'low'],
    begun: ['low 0'],
  },
  {
    name: 'what has a high priority may have all of them',
    add: ['low', 'high', 'high', 'high', 'high', 'high'],
    begun: ['high 1', 'high 2', 'high 3', 'high 4', 'high 5', 'low 0'],
  },
] as const)('$name', async ({ add, begun }) => {
  const { queue } = create({ most: { low: 1, normal: 3 } })
  for (const [at, priority] of add.entries()) queue.add(`${priority} ${at}`, priority)
  const taken: string[] = []
  for (let worker = 0; worker < 6; worker++)
    void queue.take(never).then((key) => void taken.push(key))
  await settled()
  expect(taken).toEqual(begun)
})

test('a worker that found no room is served when one ends, and when one gets a higher priority', async () => {
  const { queue } = create({ most: { low: 1 } })
  for (const key of ['a', 'b', 'c']) queue.add(key, 'low')
  const taken: string[] = []
  for (let worker = 0; worker < 3; worker++)
    void queue.take(never).then((key) => void taken.push(`${key} ${queue.priorityOf(key)}`))
  await settled()
  expect(taken).toEqual(['a low'])
  queue.done('a')
  await settled()
  expect(taken).toEqual(['a low', 'b low'])
  queue.add('b', 'high')
  await settled()
  expect([taken, queue.priorityOf('b')]).toEqual([['a low', 'b low', 'c low'], 'high'])
})

test('what failed comes again with the priority that it had', async () => {
  const { queue, clock } = create({ backoff: { first: 1, most: 1 } })
  queue.add('a', 'high')
  const key = await queue.take(never)
  queue.retry(key)
  queue.done(key)
  queue.add('b')
  await clock.advance(1)
  expect([await queue.take(never), queue.priorityOf('a')]).toEqual(['a', 'high'])
})

test('workers are shared by namespace: one that wants everything leaves some to who comes later', async () => {
  const { queue } = create()
  queue.limit(4)
  for (let at = 0; at < 20; at++) queue.add(`greedy/${at}`)
  const taken: string[] = []
  for (let worker = 0; worker < 20; worker++)
    void queue.take(never).then((key) => void taken.push(key))
  await settled()
  expect(taken).toEqual(['greedy/0', 'greedy/1', 'greedy/2', 'greedy/3'])
  queue.add('other/0')
  queue.add('third/0')
  await settled()
  expect(taken.slice(4)).toEqual(['other/0', 'third/0'])
})

test('namespaces take turns, and a high priority in one still goes before a low one in another', async () => {
  const { queue } = create()
  for (let at = 0; at < 4; at++) queue.add(`a/${at}`)
  queue.add('b/0')
  queue.add('a/4', 'high')
  const order = []
  while (queue.size > 0) {
    const key = await queue.take(never)
    order.push(key)
    queue.done(key)
  }
  expect(order[0]).toBe('a/4')
  expect(order.indexOf('b/0')).toBeLessThanOrEqual(2)
})

test('a namespace with much that is low leaves low workers to another', async () => {
  const { queue } = create({ most: { low: 2, normal: 4 } })
  queue.limit(6)
  for (let at = 0; at < 9; at++) queue.add(`a/${at}`, 'low')
  const taken: string[] = []
  for (let worker = 0; worker < 9; worker++)
    void queue.take(never).then((key) => void taken.push(key))
  await settled()
  queue.add('b/0', 'low')
  await settled()
  expect(taken).toEqual(['a/0', 'a/1', 'b/0'])
})
