import { expect, test } from 'vitest'
import { type Fate, ObjectServer, goodNetwork } from '../../../controller/object-server-for-test.ts'
import { VirtualClock } from '../../../std/node/virtual-clock-for-test.ts'
import { sleepOn } from '../../../std/clock.ts'
import type { ReleaseTarget } from '../../release.ts'
import { type LockOptions, lockRelease } from './lock-release.ts'

const path = '/apis/coordination.k8s.io/v1/namespaces/shop/leases/outrigger.release.web'

function contextOf() {
  const clock = new VirtualClock()
  const server = new ObjectServer(clock)
  const targetOf = (network = goodNetwork): ReleaseTarget => ({
    client: server.clientOver(network),
    namespace: 'shop',
    name: 'web',
  })
  return { clock, server, targetOf }
}

/** Holds for so many milliseconds and says when it began, or why it did not. */
function work(target: ReleaseTarget, options: LockOptions, milliseconds: number) {
  const { clock } = target.client
  const told: string[] = []
  const { signal } = new AbortController()
  const act = async ({ signal: held }: { readonly signal: AbortSignal }) => {
    told.push(`began at ${clock.monotonic()}`)
    await sleepOn(clock, milliseconds, held)
    return 'done'
  }
  const ended = lockRelease(target, options, act, signal).then(
    (value) => void told.push(`${value} at ${clock.monotonic()}`),
    (error: unknown) => void told.push(`${(error as { code?: string }).code}: ${String(error)}`),
  )
  return { told, ended }
}

test('a release is held while somebody works, and the Lease goes with the work', async () => {
  const { clock, server, targetOf } = contextOf()
  const one = work(targetOf(), { identity: 'one' }, 60_000)
  await clock.advance(30_000)
  expect(server.objects.get(path)?.['spec']).toMatchObject({ holderIdentity: 'one' })
  await clock.advance(40_000)
  await one.ended
  expect(one.told).toEqual(['began at 0', 'done at 60000'])
})

test('a second one is refused as soon as the first is seen alive', async () => {
  const { clock, targetOf } = contextOf()
  const one = work(targetOf(), { identity: 'one' }, 60_000)
  await clock.advance(1000)
  const two = work(targetOf(), { identity: 'two' }, 0)
  await clock.advance(5000)
  expect(two.told).toEqual([
    'busy: ReleaseError: release web in shop is being changed by one; try again when that is done',
  ])
  await clock.advance(60_000)
  await one.ended
  expect(one.told.at(-1)).toBe('done at 60000')
})

test('a second one waits when told to', async () => {
  const { clock, targetOf } = contextOf()
  const one = work(targetOf(), { identity: 'one' }, 20_000)
  await clock.advance(1000)
  const two = work(targetOf(), { identity: 'two', whenBusy: 'wait' }, 0)
  await clock.advance(30_000)
  await Promise.all([one.ended, two.ended])
  expect(two.told).toHaveLength(2)
})

const dead = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace: 'shop', name: 'outrigger.release.web' },
  spec: {
    holderIdentity: 'gone',
    leaseDurationSeconds: 15,
    renewTime: '2026-01-01T00:00:00.000000Z',
    acquireTime: '2026-01-01T00:00:00.000000Z',
    leaseTransitions: 0,
  },
}

test('a holder that died is waited out', async () => {
  const { clock, server, targetOf } = contextOf()
  server.put(path, dead)
  const one = work(targetOf(), { identity: 'one' }, 0)
  await clock.advance(14_000)
  expect(one.told).toEqual([])
  await clock.advance(6000)
  await one.ended
  expect(one.told).toHaveLength(2)
})

test('one whose Lease is lost stops and says so', async () => {
  const { clock, targetOf } = contextOf()
  let isCut = false
  const fateOf = (): Fate => (isCut ? 'is-lost' : 'arrives')
  const network = { ...goodNetwork, fateOf }
  const one = work(targetOf(network), { identity: 'one' }, 60_000)
  await clock.advance(5000)
  isCut = true
  await clock.advance(20_000)
  expect(one.told.slice(0, 1)).toEqual(['began at 0'])
  isCut = false
  await clock.advance(60_000)
  await one.ended
  expect(one.told[1]).toMatch(/^lost: /)
})
