import { expect, test } from 'vitest'
import type { Priority, PrioritySource } from './priority.ts'
import { RequestGate } from './request-gate.ts'

const never = new AbortController().signal

/** Requests in the order in which they go, when one ends at a time. */
async function order(gate: RequestGate, asked: readonly PrioritySource[]): Promise<string> {
  const gone: string[] = []
  const going = asked.map((priority, at) =>
    gate.enter(priority, never).then(() => gone.push('abcdefghijk'[at] ?? '')),
  )
  await settled()
  for (let ended = 0; ended < asked.length; ended++) {
    gate.leave()
    await settled()
  }
  await Promise.all(going)
  return gone.join('')
}

function settled(): Promise<unknown> {
  return new Promise((resolve) => setImmediate(resolve))
}

test.each<{ name: string; asked: readonly Priority[]; order: string }>([
  { name: 'first come, first served', asked: ['normal', 'normal', 'normal'], order: 'abc' },
  {
    name: 'the highest priority goes first',
    asked: ['background', 'background', 'normal', 'prompt'],
    order: 'adcb',
  },
  { name: 'what is urgent does not wait', asked: ['normal', 'normal', 'urgent'], order: 'acb' },
  {
    name: 'what nobody waits for goes in the end, however much comes',
    asked: ['normal', 'background', ...Array.from({ length: 9 }, () => 'prompt' as const)],
    order: 'acdefghibjk',
  },
])('$name', async ({ asked, order: wanted }) => {
  expect(await order(new RequestGate(1), asked)).toBe(wanted)
})

test('a request whose priority rises while it waits moves up', async () => {
  const gate = new RequestGate(1)
  let own: Priority = 'background'
  const asked: readonly PrioritySource[] = ['normal', 'normal', 'normal', () => own]
  const going = order(gate, asked)
  own = 'prompt'
  expect(await going).toBe('adbc')
})

test('so many are under way at a time', async () => {
  const gate = new RequestGate(2)
  let gone = 0
  for (let at = 0; at < 5; at++) void gate.enter('normal', never).then(() => gone++)
  const counts: number[] = []
  for (let ended = 0; ended < 3; ended++) {
    await settled()
    counts.push(gone)
    gate.leave()
  }
  expect(counts).toEqual([2, 3, 4])
})

test('who no longer waits leaves the place to the next', async () => {
  const gate = new RequestGate(1)
  const caller = new AbortController()
  await gate.enter('normal', never)
  const left = gate.enter('prompt', caller.signal)
  const stays = gate.enter('normal', never)
  caller.abort(new Error('enough'))
  await expect(left).rejects.toThrow('enough')
  gate.leave()
  await stays
  await expect(gate.enter('normal', caller.signal)).rejects.toThrow('enough')
})
