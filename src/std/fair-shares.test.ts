import { expect, test } from 'vitest'
import { FairGate } from './fair-gate.ts'
import { FairShares } from './fair-shares.ts'

function fill(shares: FairShares, share: string): number {
  let taken = 0
  for (; shares.hasRoom(share); taken++) shares.take(share)
  return taken
}

test.each([1, 2, 3, 4, 8, 24])(
  'one alone holds all %i places, and others still find one',
  (size) => {
    const shares = new FairShares(size)
    expect(fill(shares, 'greedy')).toBe(size)
    expect(fill(shares, 'second')).toBeGreaterThanOrEqual(1)
  },
)

test('six that take whatever they get and give nothing back leave some for the seventh', () => {
  const shares = new FairShares(24)
  const taken = Array.from({ length: 6 }, (_, at) => fill(shares, `greedy-${at}`))
  expect(taken).toEqual([24, 6, 1, 1, 1, 1])
  expect(shares.hasRoom('seventh')).toBe(true)
})

test('who holds least is first, and of these who was served longest ago', () => {
  const shares = new FairShares(4)
  for (const share of ['a', 'a', 'b', 'c']) shares.take(share)
  expect(shares.first(['a', 'b', 'c'])).toBe('b')
  expect(shares.first(['a', 'b', 'c', 'new'])).toBe('new')
  shares.give('c')
  expect(shares.first(['a', 'b', 'c'])).toBe('c')
})

test('a gate serves shares in turns, however many one of them wants', async () => {
  const gate = new FairGate(1)
  const never = new AbortController().signal
  const order: string[] = []
  const run = (share: string, name: string) =>
    gate.run(share, never, async () => {
      order.push(name)
      await new Promise((resolve) => setImmediate(resolve))
    })
  const greedy = ['a1', 'a2', 'a3', 'a4'].map((name) => run('a', name))
  await Promise.all([...greedy, run('b', 'b1'), run('c', 'c1')])
  expect(order.indexOf('b1')).toBeLessThan(2)
  expect(order.indexOf('c1')).toBeLessThan(4)
  expect(order.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1'])
})

test('who gives up waiting leaves the line, and a failure gives its place back', async () => {
  const gate = new FairGate(1)
  const never = new AbortController().signal
  const leaving = new AbortController()
  const holding = Promise.withResolvers<void>()
  const first = gate.run('a', never, () => holding.promise)
  const second = gate.run('a', leaving.signal, async () => {})
  leaving.abort(new Error('enough'))
  await expect(second).rejects.toThrow('enough')
  holding.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  await expect(gate.run('a', never, async () => 'served')).resolves.toBe('served')
})
