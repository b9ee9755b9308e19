import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createKubeClient } from '../../kube/client.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import { readJson } from '../../kube/json.ts'
import { textAt } from '../../objects/kube-object.ts'
import { VirtualClock } from '../../std/node/virtual-clock-for-test.ts'
import { AccessReviews } from './access-reviews.ts'
import { LiveFanOut, type LiveRequest } from './live-fan-out.ts'
import { ResumableLog } from './resumable-log.ts'

const noun = { definition: pluginKind, plural: 'plugins', singular: 'plugin' }
const plugin = (name: string, version: number, namespace = 'team') => ({
  apiVersion: 'outrigger.dev/v1alpha1',
  kind: 'Plugin',
  metadata: { namespace, name },
  spec: { version: String(version) },
})
const person = (user: string) => ({
  user,
  uid: '',
  groups: [],
  extra: {},
  signedInBy: 'token' as const,
  csrfToken: '',
})

let clock: VirtualClock
let log: ResumableLog
/** The rights that people have: `USER` for everything, `USER/NAMESPACE` for a part. */
let rights: Set<string>
let questions: number
let isReachable: boolean
let failures: unknown[]
let fanOut: LiveFanOut
let endings: AbortController[]

beforeEach(() => {
  clock = new VirtualClock()
  log = new ResumableLog()
  rights = new Set(['anna'])
  questions = 0
  isReachable = true
  failures = []
  endings = []
  // Answers as an API server would.
  const client = createKubeClient({
    clock,
    transport: async ({ body = '{}', headers }) => {
      questions++
      if (!isReachable) throw new Error('the cluster is gone')
      const review = readJson(Buffer.from(body))
      const namespace = textAt(review, ['spec', 'resourceAttributes', 'namespace'])
      const user = String(headers['impersonate-user'])
      const allowed = rights.has(user) || rights.has(`${user}/${namespace}`)
      const answer = { apiVersion: 'v1', kind: 'Review', metadata: {}, status: { allowed } }
      return {
        status: 201,
        header: () => [],
        body: (async function* () {
          yield Buffer.from(JSON.stringify(answer))
        })(),
      }
    },
  })
  const access = new AccessReviews(client)
  fanOut = new LiveFanOut({ log, access, clock, failed: (error) => void failures.push(error) })
})
afterEach(() => {
  for (const ending of endings) ending.abort()
  if (failures.length > 0) throw new Error('the server failed', { cause: failures[0] })
})

function open(request: Partial<LiveRequest> = {}): Readable {
  const ending = new AbortController()
  endings.push(ending)
  const asked = { identity: person('anna'), nouns: [noun], namespace: '', lastEventId: '' }
  return fanOut.stream({ ...asked, isSignedIn: async () => true, ...request }, ending.signal)
}

/** A client that reads: the events that it was told so far, and whether its stream has ended. */
function read(stream: Readable) {
  const told = { events: [] as string[], isOver: false }
  let text = ''
  stream.on('data', (piece: Buffer) => {
    text += piece.toString()
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    told.events.push(...parts.filter((part) => part !== '' && !part.startsWith(':')).map(wordsOf))
  })
  stream.on('close', () => (told.isOver = true))
  return told
}

/** An event in short, such as `changed a 3`. */
function wordsOf(part: string): string {
  const event = /^event: (.*)$/m.exec(part)?.[1] ?? ''
  const { object, namespace } = JSON.parse(/^data: (.*)$/m.exec(part)?.[1] ?? '{}') as {
    readonly object?: ReturnType<typeof plugin>
    readonly namespace?: string
  }
  const words = [event, object?.metadata.name ?? namespace, object?.spec?.version]
  return words.filter((word) => word !== undefined).join(' ')
}

const change = (name: string, version: number, namespace = 'team') =>
  log.add('plugins', 'changed', plugin(name, version, namespace))

test('several changes of an object in a moment are one, and the last one counts', async () => {
  const { events } = read(open())
  await clock.advance(10)
  for (let version = 1; version <= 20; version++) change('a', version)
  change('b', 1)
  await clock.advance(100)
  expect(events).toEqual(['ready', 'changed a 20', 'changed b 1'])
})

test('a reader who does not read holds up nobody, and is told the last of each object later', async () => {
  const slow = open()
  const quick = read(open())
  await clock.advance(10)
  const long = 'x'.repeat(20_000)
  for (let version = 1; version <= 50; version++) {
    log.add('plugins', 'changed', { ...plugin('a', version), long })
    await clock.advance(200)
  }
  expect(quick.events).toHaveLength(51)
  // A few pieces lie between us and it, and no more.
  expect(slow.readableLength).toBeLessThan(100_000)
  const { events } = read(slow)
  await clock.advance(1000)
  expect(events.at(-1)).toBe('changed a 50')
  expect(events.length).toBeLessThan(10)
  expect(new Set(events).size).toBe(events.length)
  change('b', 1)
  await clock.advance(200)
  expect([events.at(-1), quick.events.at(-1)]).toEqual(['changed b 1', 'changed b 1'])
})

test('with more than can wait everything is to be read again', async () => {
  const { events } = read(open())
  await clock.advance(10)
  for (let count = 0; count < 3000; count++) change(`p${count}`, 1)
  await clock.advance(100)
  expect(events).toEqual(['ready', 'reset'])
  change('after', 1)
  await clock.advance(100)
  expect(events.at(-1)).toBe('changed after 1')
})

test('rights are asked once for all streams that ask the same', async () => {
  const readers = Array.from({ length: 50 }, () => read(open()))
  await clock.advance(10)
  change('a', 1)
  await clock.advance(100)
  for (const { events } of readers) expect(events).toEqual(['ready', 'changed a 1'])
  expect(questions).toBe(1)
})

test('streams of different people are told what each of them may see', async () => {
  rights.add('bert/team')
  const [anna, bert, nobody] = ['anna', 'bert', 'nobody'].map((user) =>
    read(open({ identity: person(user) })),
  )
  await clock.advance(10)
  change('a', 1)
  change('b', 1, 'other')
  await clock.advance(100)
  expect(anna?.events).toEqual(['ready', 'changed a 1', 'changed b 1'])
  expect(bert?.events).toEqual(['ready', 'changed a 1'])
  expect(nobody?.events).toEqual(['ready'])
})

test('a stream ends within seconds of the session that opened it', async () => {
  let isSignedIn = true
  const told = read(open({ isSignedIn: async () => isSignedIn }))
  const other = read(open())
  await clock.advance(1500)
  isSignedIn = false
  await clock.advance(1500)
  change('a', 1)
  await clock.advance(200)
  expect(told).toEqual({ events: ['ready'], isOver: true })
  expect(other).toEqual({ events: ['ready', 'changed a 1'], isOver: false })
})

test('while nobody answers whether somebody is signed in, the stream waits and loses nothing', async () => {
  const answers: ((is: boolean) => void)[] = []
  const isSignedIn = () => new Promise<boolean>((resolve) => answers.push(resolve))
  const { events } = read(open({ isSignedIn }))
  await clock.advance(5000)
  change('a', 1)
  await clock.advance(1000)
  change('a', 2)
  await clock.advance(1000)
  expect(events).toEqual(['ready'])
  answers.shift()?.(true)
  await clock.advance(100)
  answers.shift()?.(true)
  await clock.advance(1500)
  answers.shift()?.(true)
  await clock.advance(200)
  expect(events).toEqual(['ready', 'changed a 2'])
})

test('a stream of all namespaces ends when the right to all of them is taken away', async () => {
  const told = read(open())
  change('a', 1)
  await clock.advance(1000)
  rights.delete('anna')
  rights.add('anna/team')
  await clock.advance(10_000)
  change('a', 2)
  await clock.advance(1000)
  expect(told).toEqual({ events: ['ready', 'changed a 1', 'denied '], isOver: true })
  // Opened again it tells what is left.
  const { events } = read(open())
  change('a', 3)
  change('b', 1, 'other')
  await clock.advance(1000)
  expect(events).toEqual(['ready', 'changed a 3'])
})

test('a stream that goes on and is denied keeps its place', async () => {
  rights.clear()
  for (let count = 0; count < 5; count++) change(`p${count}`, 1)
  const stream = open({ lastEventId: log.idOf(4), namespace: 'team' })
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  await clock.advance(100)
  expect(Buffer.concat(pieces).toString()).toContain(`id: ${log.idOf(4)}\nevent: denied`)
})

test('a stream that goes on is told at once what it missed, beside others that missed nothing', async () => {
  const other = read(open())
  await clock.advance(10)
  for (let count = 0; count < 5; count++) change(`p${count}`, 1)
  const { events } = read(open({ lastEventId: log.idOf(3) }))
  await clock.advance(100)
  expect(events).toEqual(['changed p3 1', 'changed p4 1'])
  change('p9', 1)
  await clock.advance(100)
  expect(events.at(-1)).toBe('changed p9 1')
  expect(other.events).toHaveLength(7)
})

test('when the cluster cannot say what may be seen, the connection breaks off', async () => {
  const told = read(open())
  await clock.advance(10)
  isReachable = false
  change('a', 1)
  await clock.advance(60_000)
  expect(told).toEqual({ events: ['ready'], isOver: true })
})

test('of each object the last change is kept, and not more than fits', () => {
  const early = log.idOf(0)
  for (let count = 0; count < 20_000; count++) change('a', count)
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
