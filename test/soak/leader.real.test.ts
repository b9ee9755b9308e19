import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedControlPlane } from '../testbed/shared.ts'
import { electionTimes } from './election-times.ts'
import { type Act, Rival, readActs, sharedNow } from './rivals.ts'

// Some of them always; OUTRIGGER_LEADER_LOSSES=50 for the whole.
const losses = Number(process.env.OUTRIGGER_LEADER_LOSSES ?? 12)
const lease = electionTimes.leaseSeconds * 1000
// A round of attempts of the other one, and what a busy machine adds.
const slack = electionTimes.retryPeriod * 1.2 + 3000

let folder = ''
let log = ''
let rivals: readonly Rival[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-leaders-'))
  log = join(folder, 'acts')
  await writeFile(log, '')
  const { admin } = await sharedControlPlane()
  const name = `leaders-${process.pid}`
  rivals = [await Rival.start('a', admin, name, log), await Rival.start('b', admin, name, log)]
})
afterAll(async () => {
  await Promise.all(rivals.map((rival) => rival.close()))
  await rm(folder, { recursive: true, force: true })
})

test(`never do two act at once while the leader is killed, cut off or frozen ${losses} times`, async () => {
  const takeovers: number[] = []
  for (let loss = 0; loss < losses; loss++) {
    const before = await until((act) => act.at > sharedNow() - 200)
    const leader = rivals.find(({ identity }) => identity === before.who)
    if (leader === undefined) throw new Error(`${before.who} acts and is none of ours`)
    takeovers.push(await lose(leader, loss))
  }
  expect(Math.max(...takeovers)).toBeLessThan(lease + slack)
  expect(overlaps(readActs(log))).toEqual([])
}, 900_000)

// How long nobody led.
async function lose(leader: Rival, loss: number): Promise<number> {
  const name = leader.identity.split('-')[0] ?? ''
  const lost = leader.identity
  const at = sharedNow()
  const isByAnother = (act: Act) => act.at > at && act.who !== lost
  if (loss % 3 === 0) {
    await leader.kill()
    const next = await until(isByAnother)
    await leader.live(name)
    return next.at - at
  }
  if (loss % 3 === 1) leader.proxy.setRoad('closed')
  else leader.freeze('SIGSTOP')
  const next = await until(isByAnother)
  leader.proxy.setRoad('open')
  leader.freeze('SIGCONT')
  // It has to see the new leader before that one is lost in turn.
  await new Promise((resolve) => setTimeout(resolve, electionTimes.retryPeriod * 3))
  return next.at - at
}

async function until(isWanted: (act: Act) => boolean): Promise<Act> {
  const end = sharedNow() + 60_000
  while (sharedNow() < end) {
    const found = readActs(log).findLast(isWanted)
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('nobody leads')
}

// Between the last act of one and the first of another lies what the lease outlasts the deadline; half of it is demanded.
function overlaps(acts: readonly Act[]): readonly string[] {
  const apart = (lease - electionTimes.renewDeadline) / 2
  return acts.flatMap((act, at) => {
    const before = acts[at - 1] ?? act
    const isTooClose = before.who !== act.who && act.at - before.at < apart
    return isTooClose ? [`${before.who} and ${act.who} within ${act.at - before.at} ms`] : []
  })
}
