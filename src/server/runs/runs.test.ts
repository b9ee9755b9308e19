import { expect, test } from 'vitest'
import { ActionError } from '../../actions/errors.ts'
import { systemClock } from '../../std/clock.ts'
import type { Identity } from '../auth/identity.ts'
import { isRead, runStream } from './run-stream.ts'
import { type KeptRuns, type Run, Runs, memoryRuns } from './runs.ts'

const ann: Identity = {
  user: 'ann',
  uid: '1',
  groups: [],
  extra: {},
  signedInBy: 'token',
  csrfToken: '',
}
const subject = { action: 'upgrade', noun: 'plugins', namespace: 'team', name: 'web' }
const never = new AbortController().signal
const failures: unknown[] = []

function openRuns(kept: KeptRuns = memoryRuns()): Runs {
  return new Runs({ clock: systemClock, kept, failed: (error) => void failures.push(error) })
}

async function readAll(run: Run, lastEventId = ''): Promise<readonly string[]> {
  const reader = { clock: systemClock, lastEventId, mayRead: async () => true }
  const texts: string[] = []
  for await (const text of runStream(run, reader, never)) texts.push(text)
  return texts.filter((text) => !text.startsWith(':'))
}

const idIn = (text: string) => /^id: (.*)$/m.exec(text)?.[1] ?? ''
const eventIn = (text: string) => /^event: (.*)$/m.exec(text)?.[1] ?? ''

async function runOf(count: number, runs = openRuns()): Promise<Run> {
  return runs.start(ann, subject, async (report) => {
    for (let at = 1; at <= count; at++) {
      report('step', { at })
      await Promise.resolve()
    }
    return { message: 'it works' }
  })
}

test('a reader who comes again after any message gets the rest, nothing twice', async () => {
  const run = await runOf(20)
  const whole = await readAll(run)
  expect(whole.map(eventIn)).toEqual([...Array.from({ length: 20 }, () => 'step'), 'ended'])
  for (const [at, text] of whole.entries()) {
    expect(await readAll(run, idIn(text))).toEqual(whole.slice(at + 1))
  }
  expect(isRead(run, idIn(whole.at(-1) ?? ''))).toBe(true)
})

test('messages that come while a reader listens are told once', async () => {
  const runs = openRuns()
  const gate = Promise.withResolvers<void>()
  const run = await runs.start(ann, subject, async (report) => {
    report('step', { at: 1 })
    await gate.promise
    report('object', { at: 2 })
    return { message: 'done', result: { found: 3 } }
  })
  const reading = readAll(run)
  gate.resolve()
  const texts = await reading
  expect(texts.map(eventIn)).toEqual(['step', 'object', 'ended'])
  expect(new Set(texts.map(idIn)).size).toBe(3)
  expect(run).toMatchObject({
    facts: { state: 'succeeded', message: 'done' },
    result: { found: 3 },
  })
})

test('a reader who missed more than is kept is told so, and gets what there is', async () => {
  const run = await runOf(3000)
  await readAll(run)
  const texts = await readAll(run)
  expect(texts.map(eventIn).slice(0, 2)).toEqual(['reset', 'step'])
  expect(texts.length).toBe(2001)
  expect(texts.at(-1)).toContain('event: ended')
})

test('a failure is told in the words of who is meant to read it', async () => {
  const run = await openRuns().start(ann, subject, async () => {
    throw new ActionError('blocked', 'web is in the way')
  })
  await readAll(run)
  expect(run.facts).toMatchObject({ state: 'failed', message: 'web is in the way' })
})

test('a fault of ours is not told to the asker', async () => {
  const run = await openRuns().start(ann, subject, async () => {
    throw new TypeError('x is not a function')
  })
  await readAll(run)
  expect(run.facts.message).not.toContain('function')
  expect(failures.splice(0)).toHaveLength(1)
})

test('a run that is cancelled ends', async () => {
  const runs = openRuns()
  const run = await runs.start(ann, subject, (_, signal) => untilAborted(signal))
  runs.cancel(run, 'ann')
  await readAll(run)
  expect(run.facts).toMatchObject({ state: 'cancelled', message: 'ann cancelled it' })
})

test('runs are history after a restart, and their streams go on where they broke', async () => {
  const kept = memoryRuns()
  const run = await runOf(3, openRuns(kept))
  const texts = await readAll(run)
  await expect.poll(async () => (await kept.readAll())[0]).toContain('it works')
  const found = await openRuns(kept).get(run.facts.id)
  expect(found?.facts).toEqual(run.facts)
  expect(found && (await readAll(found, idIn(texts[1] ?? '')))).toEqual(texts.slice(2))
})

test('a run whose server was killed is told as interrupted', async () => {
  const kept = memoryRuns()
  const { facts } = await openRuns(kept).start(ann, subject, (_, signal) => untilAborted(signal))
  const found = await openRuns(kept).get(facts.id)
  expect(found?.facts).toMatchObject({ state: 'interrupted' })
  expect(found && (await readAll(found)).map(eventIn)).toEqual(['ended'])
})

test('a file that was cut off is passed over', async () => {
  const kept = memoryRuns()
  await kept.write('broken', '{"owner": ')
  expect(await openRuns(kept).all()).toEqual([])
})

test('one person has so many runs at a time and no more', async () => {
  const runs = openRuns()
  const start = () => runs.start(ann, subject, (_, signal) => untilAborted(signal))
  for (let at = 0; at < 20; at++) await start()
  await expect(start()).rejects.toMatchObject({ status: 429, reason: 'TooManyRuns' })
  await runs.start({ ...ann, user: 'bob' }, subject, async () => ({ message: '' }))
  await runs.close()
  const [last, ...others] = await runs.all()
  expect(last?.facts.user).toBe('bob')
  expect(new Set(others.map(({ facts }) => facts.state))).toEqual(new Set(['interrupted']))
})

test('runs that ended are kept up to a number', async () => {
  const kept = memoryRuns()
  const runs = openRuns(kept)
  for (let at = 0; at < 505; at++) {
    const run = await runs.start(ann, subject, async () => ({ message: String(at) }))
    await readAll(run)
  }
  const all = await runs.all()
  expect(all[0]?.facts.message).toBe('504')
  expect(all.length).toBeLessThanOrEqual(502)
  expect((await kept.readAll()).length).toBeLessThanOrEqual(502)
})

test('nothing else failed', () => expect(failures).toEqual([]))

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
  })
}
