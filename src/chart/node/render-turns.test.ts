import { expect, test } from 'vitest'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { RenderTurns } from './render-turns.ts'

test('alone a share may have all threads; while others render it has one', async () => {
  const clock = new VirtualClock()
  const turns = new RenderTurns(2, clock)
  const take = (share: string) => {
    const may = turns.mayTake(share)
    if (may) turns.took(share)
    return may
  }
  expect([take('slow'), take('slow'), take('slow')]).toEqual([true, true, false])
  turns.left('slow')
  expect(take('other')).toBe(true)
  turns.left('other')
  expect(take('slow')).toBe(false)
  await clock.advance(60_001)
  expect(take('slow')).toBe(true)
})

test('who has no thread while all are with long renders of others is given one', async () => {
  const clock = new VirtualClock()
  const turns = new RenderTurns(2, clock)
  turns.took('slow')
  expect(turns.isKeptOut('other')).toBe(false)
  await clock.advance(201)
  expect([turns.isKeptOut('other'), turns.isKeptOut('slow')]).toEqual([true, false])
  expect([turns.patienceOf('other', 3000), turns.patienceOf('slow', 3000)]).toEqual([200, 3000])
})

test('shares that wait take turns, and one that has its thread is passed over', () => {
  const turns = new RenderTurns(2, new VirtualClock())
  turns.took('slow')
  expect(turns.first(['slow', 'slow', 'other'])).toBe('other')
  expect(turns.first(['slow'])).toBeUndefined()
})

test('without a clock nobody is kept from threads', () => {
  const turns = new RenderTurns(1, undefined)
  turns.took('')
  expect(turns.mayTake('')).toBe(true)
})
