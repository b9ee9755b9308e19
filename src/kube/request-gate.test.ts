import { expect, test } from 'vitest'
import type { Priority, PrioritySource } from './priority.ts'
import { RequestGate } from './request-gate.ts'
import { shareOf } from './request-share.ts'

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

const shares = { a: { of: 'a', isOther: true }, b: { of: 'b', isOther: true } }

test.each([
  { name: 'those of one priority take turns', asked: 'aaabb', order: 'ababa' },
  { name: 'who has waited longer comes first', asked: 'aaab', order: 'abaa' },
])('$name', async ({ asked, order: wanted }) => {
  const gate = new RequestGate(1)
  const gone: ('a' | 'b')[] = []
  const names = [...asked] as ('a' | 'b')[]
  const going = names.map((name) =>
    gate.enter('normal', never, shares[name]).then(() => gone.push(name)),
  )
  for (let ended = 0; ended < names.length; ended++) {
    await settled()
    const last = gone.at(-1)
    if (last !== undefined) gate.leave(shares[last])
  }
  await Promise.all(going)
  expect(gone.join('')).toBe(wanted)
})

test('some places are kept free of one account, and not of our own requests', async () => {
  const gate = new RequestGate()
  let gone = 0
  for (let at = 0; at < 40; at++) void gate.enter('normal', never, shares.a).then(() => gone++)
  await settled()
  expect(gone).toBe(12)
  await gate.enter('background', never, shares.b)
  for (let at = 0; at < 3; at++) await gate.enter('normal', never)
  gate.leave(shares.b)
  await settled()
  expect(gone).toBe(12)
  gate.leave(shares.a)
  await settled()
  expect(gone).toBe(13)
})

test.each([
  { path: '/api/v1/namespaces/shop/pods', user: undefined, share: { of: 'shop', isOther: false } },
  { path: '/api/v1/nodes', user: undefined, share: { of: '', isOther: false } },
  {
    path: '/api/v1/namespaces/shop/pods',
    user: 'system:serviceaccount:team-a:outrigger',
    share: { of: 'team-a', isOther: true },
  },
  { path: '/api', user: 'jane', share: { of: 'jane', isOther: true } },
])('a request for $path as $user is for $share.of', ({ path, user, share }) => {
  const impersonation = user === undefined ? undefined : { user }
  expect(shareOf({ path }, { impersonation })).toEqual(share)
})
