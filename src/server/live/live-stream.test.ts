import { expect, test } from 'vitest'
import { createKubeClient } from '../../kube/client.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { systemClock } from '../../std/clock.ts'
import { AccessReviews } from '../auth/access.ts'
import { SharedWake } from './shared-wake.ts'
import { ResumableLog } from './resumable-log.ts'
import { type LiveRequest, betweenLooks, liveStream } from './live-stream.ts'
import { ChangeTexts } from './change-texts.ts'

const noun = { definition: pluginKind, plural: 'plugins', singular: 'plugin' }
const plugin = (name: string, version: number) => ({
  apiVersion: 'outrigger.dev/v1alpha1',
  kind: 'Plugin',
  metadata: { namespace: 'team', name },
  spec: { version: String(version) },
})

/** Allows everything, as an API server would answer. */
const client = createKubeClient({
  transport: async () => ({
    status: 201,
    header: () => [],
    body: (async function* () {
      yield Buffer.from(
        '{"apiVersion":"v1","kind":"Review","metadata":{},"status":{"allowed":true}}',
      )
    })(),
  }),
})

function open(log: ResumableLog, request: Partial<LiveRequest> = {}) {
  const hub = { log, noun: () => noun, follow: async () => {} }
  const ending = new AbortController()
  const identity = {
    user: 'anna',
    uid: '',
    groups: [],
    extra: {},
    signedInBy: 'token',
    csrfToken: '',
  } as const
  const stream = liveStream(
    {
      hub,
      access: new AccessReviews(client),
      clock: systemClock,
      wake: new SharedWake(systemClock, betweenLooks),
      texts: new ChangeTexts(),
    },
    {
      identity,
      nouns: [noun],
      namespace: '',
      lastEventId: '',
      isSignedIn: async () => true,
      ...request,
    },
    ending.signal,
  )
  const told: string[] = []
  const next = async () => {
    while (told.length === 0) {
      const { value = '', done } = await stream.next()
      if (done === true) return 'end'
      // Several events may come in one piece.
      const events = Buffer.from(value)
        .toString()
        .split('\n\n')
        .filter((one) => one !== '' && !one.startsWith(':'))
      told.push(...events)
    }
    return told.shift()
  }
  return { next, end: () => ending.abort() }
}

test('several changes of an object in a moment are one, and the last one counts', async () => {
  const log = new ResumableLog()
  const { next, end } = open(log)
  expect(await next()).toContain('event: ready')
  for (let version = 1; version <= 20; version++)
    log.add('plugins', 'changed', plugin('a', version))
  log.add('plugins', 'changed', plugin('b', 1))
  expect(await next()).toContain('"version":"20"')
  expect(await next()).toContain('"name":"b"')
  end()
})

test('who is too slow is told to read everything again, and memory stays bounded', async () => {
  const log = new ResumableLog()
  const { next, end } = open(log)
  await next()
  for (let count = 0; count < 3000; count++) log.add('plugins', 'changed', plugin(`p${count}`, 1))
  const told = await next()
  expect(told).toContain('event: reset')
  end()
})

test('a stream ends with the session that opened it', async () => {
  const log = new ResumableLog()
  let isSignedIn = true
  const { next } = open(log, { isSignedIn: async () => isSignedIn })
  await next()
  isSignedIn = false
  log.add('plugins', 'changed', plugin('a', 1))
  expect(await next()).toBe('end')
})

test('of each object the last change is kept, and not more than fits', () => {
  const log = new ResumableLog()
  const early = log.idOf(0)
  for (let count = 0; count < 20_000; count++) log.add('plugins', 'changed', plugin('a', count))
  expect(log.after(early)).toHaveLength(1)
  expect(log.after(log.idOf(20_001))).toBeUndefined()
  const large = 'x'.repeat(1024 * 1024)
  for (let count = 0; count < 40; count++) {
    log.add('plugins', 'changed', { ...plugin(`p${count}`, 1), large })
  }
  expect(log.after(early)).toBeUndefined()
  const kept = log.after(log.idOf(20_030)) ?? []
  expect(kept).toHaveLength(10)
})

test('a stream that goes on and is denied keeps its place', async () => {
  const log = new ResumableLog()
  for (let count = 0; count < 5; count++) log.add('plugins', 'changed', plugin(`p${count}`, 1))
  const { next, end } = open(log, { lastEventId: log.idOf(4) })
  expect(await next()).toContain(`id: ${log.idOf(5)}`)
  end()
})
