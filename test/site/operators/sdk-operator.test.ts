import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OperatorStage } from '../../../src/cli/expansion/operator/operator-stage.ts'
import { ConditionFailed, runConditionOperator } from '../../../src/sdk/sdk.ts'
import type { BringAbout } from '../../../src/sdk/sdk.ts'
import { sleep } from '../../../src/std/sleep.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const condition = 'EnsureGalaxy'
let folder = ''
let stage: OperatorStage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-sdk-'))
  const file = join(import.meta.dirname, '../../../src/cli/main.ts')
  stage = await OperatorStage.open(folder, { file, version: '0' })
})
afterAll(async () => {
  await stage.close()
  await rm(folder, { recursive: true, force: true })
})

interface Asked {
  readonly name: string
  readonly bringAbout: BringAbout
  readonly seconds?: number
  readonly attempts?: number
}

/** Asks for the condition while an operator runs, until it stands so. */
async function asked(
  { name, bringAbout, seconds = 30, attempts = 2 }: Asked,
  holds: (condition: ReturnType<OperatorStage['now']>) => boolean,
) {
  const stopping = new AbortController()
  const own = { name: 'sdk', conditions: { [condition]: bringAbout }, attempts, leaseSeconds: 2 }
  const running = runConditionOperator(stage.client, own, stopping.signal)
  try {
    await stage.show(name, [condition])
    await stage.ask(name, condition, Date.now() + seconds * 1000)
    await stage.until(() => holds(stage.now(name, condition)), 20_000, stopping.signal)
    return stage.now(name, condition)
  } finally {
    stopping.abort()
    await running
  }
}

test.each([
  {
    name: 'done',
    bringAbout: async () => 'it is there',
    found: { status: 'True', reason: 'Done', message: 'it is there' },
  },
  {
    name: 'refused',
    bringAbout: async () => {
      throw new ConditionFailed('the licence is missing')
    },
    found: { status: 'False', reason: 'Failed', message: 'the licence is missing' },
  },
  {
    name: 'broken',
    bringAbout: async () => {
      throw new Error('no route')
    },
    found: { status: 'False', reason: 'Failed', message: 'no route' },
  },
])('a condition that is $name is answered so', async ({ name, bringAbout, found }) => {
  const end = await asked(
    { name, bringAbout },
    (one) => one?.status === 'True' || one?.reason === 'Failed',
  )
  expect(end).toMatchObject(found)
})

test('an attempt that fails is told and tried again', async () => {
  let count = 0
  const bringAbout: BringAbout = async () => {
    count++
    if (count === 1) throw new Error('not yet')
    return 'now'
  }
  const end = await asked({ name: 'again', bringAbout }, (one) => one?.status === 'True')
  expect(end).toMatchObject({ status: 'True', message: 'now' })
  const words = stage.seen('again').map(({ object }) => JSON.stringify(object['status'] ?? ''))
  expect(words.some((one) => one.includes('attempt 1 of 2 failed: not yet'))).toBe(true)
})

test('work whose time is over is stopped, and says nothing more', async () => {
  let isStopped = false
  const bringAbout: BringAbout = async ({ report, signal }) => {
    await report('halfway')
    await sleep(60_000, signal).catch(() => (isStopped = true))
    return 'too late'
  }
  await asked({ name: 'late', bringAbout, seconds: 4 }, () => isStopped)
  expect(isStopped).toBe(true)
  expect(stage.now('late', condition)).toMatchObject({ reason: 'Working', message: 'halfway' })
})

test('two replicas work one after the other, never at once', async () => {
  let [now, most, begun] = [0, 0, 0]
  const bringAbout: BringAbout = async () => {
    begun++
    most = Math.max(most, ++now)
    await sleep(500, new AbortController().signal)
    now--
    return 'done'
  }
  const other = asked({ name: 'pair', bringAbout }, (one) => one?.status === 'True')
  const stopping = new AbortController()
  const own = { name: 'second', conditions: { [condition]: bringAbout }, leaseSeconds: 2 }
  const second = runConditionOperator(stage.client, own, stopping.signal)
  await other
  stopping.abort()
  await second
  expect({ most, begun }).toEqual({ most: 1, begun: 1 })
})
