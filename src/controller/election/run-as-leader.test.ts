import { expect, test } from 'vitest'
import { textAt } from '../../objects/kube-object.ts'
import { sleepOn } from '../../std/clock.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { type Fate, type Network, ObjectServer, goodNetwork } from '../object-server-for-test.ts'
import { Term, momentOf } from './leadership.ts'
import { runAsLeader } from './run-as-leader.ts'

const path = '/apis/coordination.k8s.io/v1/namespaces/shop/leases/one'
const times = { leaseSeconds: 15, renewDeadline: 10_000, retryPeriod: 2000 }

interface Act {
  readonly who: string
  readonly at: number
}

/** A process that wants to lead and, while it does, acts every half second. */
function start(
  server: ObjectServer,
  clock: VirtualClock,
  { who, network }: { readonly who: string; readonly network: Network },
  acts: Act[],
) {
  const stop = new AbortController()
  const client = server.clientOver(network)
  const told: string[] = []
  const ended = runAsLeader(
    client,
    {
      namespace: 'shop',
      name: 'one',
      identity: who,
      ...times,
      observer: {
        started: () => void told.push(`${who} leads at ${clock.monotonic()}`),
        lost: () => void told.push(`${who} lost at ${clock.monotonic()}`),
      },
    },
    async (leadership) => {
      for (;;) {
        leadership.throwIfLost()
        acts.push({ who, at: clock.monotonic() })
        await sleepOn(clock, 500, leadership.signal)
      }
    },
    stop.signal,
  ).catch((error: unknown) => error)
  return { stop, told, ended }
}

const holder = (server: ObjectServer) =>
  textAt(server.objects.get(path), ['spec', 'holderIdentity'])

test('one leads and keeps leading; when it is told to stop, the next one need not wait', async () => {
  const clock = new VirtualClock()
  const server = new ObjectServer(clock)
  const acts: Act[] = []
  const a = start(server, clock, { who: 'a', network: goodNetwork }, acts)
  await clock.advance(100)
  const b = start(server, clock, { who: 'b', network: goodNetwork }, acts)
  await clock.advance(60_000)
  expect(new Set(acts.map(({ who }) => who))).toEqual(new Set(['a']))
  a.stop.abort(new Error('enough'))
  await clock.advance(0)
  expect(await a.ended).toMatchObject({ message: 'enough' })
  expect(holder(server)).toBe('')
  await clock.advance(2500)
  expect([holder(server), acts.at(-1)?.who]).toEqual(['b', 'b'])
  expect(textAt(server.objects.get(path), ['spec', 'leaseTransitions'])).toBe('')
  expect(server.objects.get(path)).toMatchObject({
    spec: { leaseTransitions: 1, leaseDurationSeconds: 15 },
  })
  b.stop.abort(new Error('enough'))
  await clock.advance(0)
  await b.ended
})

test('a leader that is cut off stops before its lease can be taken, and is followed within the lease', async () => {
  const clock = new VirtualClock()
  const server = new ObjectServer(clock)
  const acts: Act[] = []
  let fate: Fate = 'arrives'
  const a = start(
    server,
    clock,
    { who: 'a', network: { ...goodNetwork, fateOf: () => fate } },
    acts,
  )
  await clock.advance(100)
  const b = start(server, clock, { who: 'b', network: goodNetwork }, acts)
  await clock.advance(5000)
  fate = 'is-lost'
  const cut = clock.monotonic()
  await clock.advance(30_000)
  const lastOfA = acts.findLast(({ who }) => who === 'a')?.at ?? 0
  const firstOfB = acts.find(({ who }) => who === 'b')?.at ?? 0
  expect(lastOfA).toBeLessThanOrEqual(cut + times.renewDeadline)
  expect(firstOfB).toBeGreaterThan(lastOfA)
  expect(firstOfB - cut).toBeLessThanOrEqual(15_000 + times.retryPeriod * 1.2 + 2000)
  fate = 'arrives'
  await clock.advance(30_000)
  expect(acts.filter(({ who, at }) => who === 'a' && at > lastOfA)).toEqual([])
  for (const one of [a, b]) one.stop.abort(new Error('enough'))
  await clock.advance(20_000)
  await Promise.all([a.ended, b.ended])
})

test.each(Array.from({ length: 20 }, (_, seed) => ({ seed })))(
  'never do two act at once, whatever the network does (seed $seed)',
  async ({ seed }) => {
    const clock = new VirtualClock()
    const server = new ObjectServer(clock)
    const random = randomOf(seed)
    const acts: Act[] = []
    const bad = (): Network => {
      let until = 0
      let mood: Fate = 'arrives'
      return {
        delay: () => Math.floor(random() * 3000),
        fateOf: () => {
          if (clock.monotonic() >= until) {
            until = clock.monotonic() + random() * 30_000
            mood =
              (['arrives', 'is-lost', 'answer-is-lost', 'arrives'] as const)[
                Math.floor(random() * 4)
              ] ?? 'arrives'
          }
          return mood
        },
      }
    }
    const all = ['a', 'b', 'c'].map((who) => start(server, clock, { who, network: bad() }, acts))
    await clock.advance(400_000)
    for (const one of all) one.stop.abort(new Error('enough'))
    await clock.advance(60_000)
    await Promise.all(all.map(({ ended }) => ended))
    // The last act of one and the first of another are apart by the time that the lease outlasts
    // the deadline.
    const apart = times.leaseSeconds * 1000 - times.renewDeadline - 500
    const tooClose = acts.filter((act, at) => {
      const before = acts[at - 1] ?? act
      return before.who !== act.who && act.at - before.at < apart
    })
    expect(tooClose).toEqual([])
    expect(acts.length).toBeGreaterThan(10)
  },
)

test('a process that was stopped in the middle learns before its next act that it leads no longer', () => {
  const clock = new VirtualClock()
  const sleeping = {
    ...clock,
    monotonic: clock.monotonic,
    after: () => () => undefined,
    now: () => wall,
  }
  let wall = 1000
  const term = new Term(sleeping, 10_000, momentOf(sleeping))
  term.throwIfLost()
  // The machine slept: its monotonic clock did too, and no timer has fired yet.
  wall += 20_000
  expect(() => term.throwIfLost()).toThrow('the lease was not renewed in time')
  expect(term.signal.aborted).toBe(true)
  term.renew(momentOf(sleeping))
  expect(() => term.throwIfLost()).toThrow('the lease was not renewed in time')
})

test('work that ends gives the lease back, work that fails too, and says why', async () => {
  const clock = new VirtualClock()
  const server = new ObjectServer(clock)
  const options = { namespace: 'shop', name: 'one', identity: 'a' }
  const signal = new AbortController().signal
  const client = server.clientOver(goodNetwork)
  const once = runAsLeader(client, options, async () => {}, signal)
  await clock.advance(10)
  await once
  expect(holder(server)).toBe('')
  const failing = runAsLeader(
    client,
    options,
    () => Promise.reject(new Error('broken')),
    signal,
  ).catch((error: unknown) => error)
  await clock.advance(3000)
  expect(await failing).toMatchObject({ message: 'broken' })
  expect(holder(server)).toBe('')
})

test.each([
  { leaseSeconds: 1.5, message: 'whole seconds' },
  { renewDeadline: 15_000, message: 'wanted lease > renew deadline' },
  { retryPeriod: 9000, message: 'wanted lease > renew deadline' },
])('refuses times that cannot be kept: $message', async ({ message, ...wrong }) => {
  const client = new ObjectServer(new VirtualClock()).clientOver(goodNetwork)
  const options = { namespace: 'shop', name: 'one', identity: 'a', ...wrong }
  const attempt = runAsLeader(client, options, async () => {}, new AbortController().signal)
  await expect(attempt).rejects.toThrow(message)
})

function randomOf(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}
