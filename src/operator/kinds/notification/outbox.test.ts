import { expect, test } from 'vitest'
import type { NotifiedEvent } from './message.ts'
import { Outbox } from './outbox.ts'

function happening(message: string): NotifiedEvent {
  return {
    id: message,
    time: '2026-01-01T00:00:00.000Z',
    severity: 'warning',
    reason: 'InstallFailed',
    message,
    object: { kind: 'Plugin', namespace: 'shop', name: 'web', uid: 'u' },
    cluster: '',
  }
}

test('the same is told once an hour', () => {
  const outbox = new Outbox()
  expect(outbox.add(happening('a'), 0)).toBe(true)
  expect(outbox.add(happening('a'), 1000)).toBe(false)
  expect(outbox.add(happening('b'), 1000)).toBe(true)
  expect(outbox.add(happening('a'), 3_600_000)).toBe(true)
})

test('messages go in their order, and are counted', () => {
  const outbox = new Outbox()
  outbox.add(happening('a'), 0)
  outbox.add(happening('b'), 0)
  expect(outbox.next?.message).toBe('a')
  outbox.taken('2026-01-01T00:00:00Z')
  expect(outbox.next?.message).toBe('b')
  const figures = { delivered: 1, dropped: 0, deliveredAt: '2026-01-01T00:00:00Z' }
  expect(outbox.figures).toEqual(figures)
})

test('one that fails is tried eight times, one that is refused once', () => {
  const outbox = new Outbox()
  outbox.add(happening('a'), 0)
  for (let attempt = 1; attempt < 8; attempt++) outbox.failed('later', 'it answers 503', 1)
  expect(outbox.next?.message).toBe('a')
  outbox.failed('later', 'it answers 503', 1)
  expect(outbox.next).toBeUndefined()
  outbox.add(happening('b'), 0)
  outbox.failed('never', 'it answers 410', 1)
  expect(outbox.next).toBeUndefined()
  expect(outbox.figures).toMatchObject({ delivered: 0, dropped: 2 })
})

test('why the last was given up is known until one is taken, or somebody changes the Notification', () => {
  const outbox = new Outbox()
  outbox.add(happening('a'), 0)
  outbox.failed('later', 'it answers 503', 1)
  expect(outbox.lossOf(1)).toBeUndefined()
  outbox.failed('never', 'it answers 410', 1)
  expect(outbox.lossOf(1)).toBe('it answers 410')
  expect(outbox.lossOf(2)).toBeUndefined()
  outbox.add(happening('b'), 0)
  outbox.taken('2026-01-01T00:00:00Z')
  expect(outbox.lossOf(1)).toBeUndefined()
})

test('of too many the oldest are dropped', () => {
  const outbox = new Outbox()
  for (let count = 0; count < 150; count++) outbox.add(happening(String(count)), 0)
  expect(outbox.next?.message).toBe('50')
  expect(outbox.figures.dropped).toBe(50)
})
