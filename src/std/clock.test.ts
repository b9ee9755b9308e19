import { expect, test } from 'vitest'
import { sleepOn, systemClock } from './clock.ts'
import { VirtualClock } from './node/virtual-clock-for-test.ts'
import { Watchdog } from './watchdog.ts'

const never = new AbortController().signal

test('the clock of this machine waits, and takes a timer away again', async () => {
  let rang = false
  const cancel = systemClock.after(0, () => {
    rang = true
  })
  cancel()
  await sleepOn(systemClock, 1, never)
  expect(rang).toBe(false)
})

test('a sleep ends when its clock says so, or with the reason of its signal', async () => {
  const clock = new VirtualClock()
  const reason = new Error('enough')
  const caller = new AbortController()
  let woke = 0
  const sleeps = [sleepOn(clock, 1000, never).then(() => (woke = clock.monotonic()))]
  const cut = sleepOn(clock, 5000, caller.signal)
  await clock.advance(1500)
  caller.abort(reason)
  await expect(cut).rejects.toBe(reason)
  await expect(sleepOn(clock, 1, caller.signal)).rejects.toBe(reason)
  await Promise.all(sleeps)
  expect(woke).toBe(1000)
})

test('a watchdog bites after silence, counted from when it was last fed', async () => {
  const clock = new VirtualClock()
  const dog = new Watchdog(clock, 100, never)
  await clock.advance(90)
  dog.feed()
  await clock.advance(90)
  expect(dog.signal.aborted).toBe(false)
  await clock.advance(10)
  expect([dog.signal.aborted, dog.isOver]).toEqual([true, true])
})

test('a watchdog passes the signal of its caller on, also when it is calm, until it is stopped', () => {
  const clock = new VirtualClock()
  const caller = new AbortController()
  const [calm, stopped] = [0, 0].map(() => new Watchdog(clock, 100, caller.signal))
  calm?.calm()
  stopped?.stop()
  caller.abort(new Error('enough'))
  expect([calm?.signal.aborted, calm?.isOver, stopped?.signal.aborted]).toEqual([
    true,
    false,
    false,
  ])
  expect(new Watchdog(clock, 100, caller.signal).signal.aborted).toBe(true)
})
