import { expect, test } from 'vitest'
import { VirtualClock } from '../../src/std/node/virtual-clock-for-test.ts'
import { HostPace, type PaceOptions } from '../../src/oci/client/host-pace.ts'
import type { HttpRequest, HttpResponse, Send } from '../../src/oci/client/http.ts'

const { signal } = new AbortController()
const patience = { parallel: 4, mostPatience: 900_000 }
const request: HttpRequest = { method: 'GET', url: new URL('http://r.example/v2/') }

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

function responseOf({ status, headers = {} }: Answer): HttpResponse {
  return {
    status,
    header: (name) => headers[name],
    url: request.url,
    body: pieces([]),
    discard: async () => {},
  }
}

async function* pieces(all: readonly number[]): AsyncGenerator<Uint8Array> {
  for (const size of all) yield new Uint8Array(size)
}

/** A host that notes the moments at which it was asked. */
function host(options: Partial<PaceOptions>, answers: readonly Answer[] = []) {
  const clock = new VirtualClock()
  const begin = clock.now()
  const asked: number[] = []
  const pace = new HostPace({ ...patience, ...options }, clock)
  const answer: Send = async () => {
    asked.push(clock.now() - begin)
    return responseOf(answers[asked.length - 1] ?? { status: 200 })
  }
  return { clock, begin, asked, pace, send: pace.wrap(answer) }
}

test.each([1, 3])('%i blobs travel at a time, and the next when one is there', async (parallel) => {
  const { clock, pace } = host({ parallel })
  let running = 0
  let most = 0
  const work = () =>
    pace.run(signal, async () => {
      most = Math.max(most, ++running)
      await new Promise<void>((done) => clock.after(100, done))
      running--
    })
  const all = Promise.all(Array.from({ length: 7 }, work))
  await clock.advance(50)
  expect(running).toBe(parallel)
  await clock.advance(100 * Math.ceil(7 / parallel))
  await all
  expect(most).toBe(parallel)
})

test('requests follow one another at the rate of the host', async () => {
  const { clock, asked, send } = host({ requestsPerSecond: 4 })
  const all = Promise.all([1, 2, 3, 4].map(() => send(request, signal)))
  await clock.advance(1000)
  await all
  expect(asked).toEqual([0, 250, 500, 750])
  // Time in which nothing was asked is not saved up.
  await clock.advance(9000)
  const two = Promise.all([1, 2].map(() => send(request, signal)))
  await clock.advance(1000)
  await two
  expect(asked.slice(4)).toEqual([10_000, 10_250])
})

test('streams of one host share its bandwidth', async () => {
  const { clock, begin, pace } = host({ bytesPerSecond: 100 })
  const read: (readonly [string, number])[] = []
  const reader = async (name: string) => {
    for await (const _ of pace.throttle(pieces([50, 50, 50]), signal)) {
      read.push([name, clock.now() - begin])
    }
  }
  const all = Promise.all([reader('a'), reader('b')])
  await clock.advance(5000)
  await all
  expect(read.map(([, at]) => at)).toEqual([0, 500, 1000, 1500, 2000, 2500])
  expect(new Set(read.slice(0, 2).map(([name]) => name))).toEqual(new Set(['a', 'b']))
})

test('without limits nothing waits', async () => {
  const { asked, send, pace } = host({})
  await Promise.all([1, 2, 3].map(() => send(request, signal)))
  expect(asked).toEqual([0, 0, 0])
  const read = await Array.fromAsync(pace.throttle(pieces([1, 2]), signal))
  expect(read.map(({ length }) => length)).toEqual([1, 2])
})

const inTwelve = new Date(Date.UTC(2026, 0, 1) + 12_000).toUTCString()

test.each<[string, Answer, number]>([
  ['429 with seconds', { status: 429, headers: { 'retry-after': '7' } }, 7000],
  ['429 with a date', { status: 429, headers: { 'retry-after': inTwelve } }, 12_000],
  ['503 with seconds', { status: 503, headers: { 'retry-after': '3' } }, 3000],
  [
    'a limit that is used up',
    { status: 200, headers: { 'ratelimit-remaining': '0;w=21600', 'ratelimit-reset': '5' } },
    5000,
  ],
  [
    'a limit that is not',
    { status: 200, headers: { 'ratelimit-remaining': '9;w=21600', 'ratelimit-reset': '5' } },
    0,
  ],
  ['429 without a time', { status: 429 }, 0],
  ['404 with seconds', { status: 404, headers: { 'retry-after': '7' } }, 0],
  ['longer than its patience', { status: 429, headers: { 'retry-after': '901' } }, 0],
])('after %s every request to the host waits', async (_, answer, wait) => {
  const { clock, asked, send } = host({}, [answer])
  const other = host({})
  await send(request, signal)
  const all = Promise.all([1, 2].map(() => send(request, signal)))
  await other.send(request, signal)
  expect(other.asked).toEqual([0])
  await clock.advance(Math.max(0, wait - 1))
  expect(asked.filter((at) => at > 0)).toEqual([])
  await clock.advance(1)
  await all
  expect(asked).toEqual([0, wait, wait])
})

test('a request that waits for its turn also heeds a pause that begins meanwhile', async () => {
  const busy = { status: 429, headers: { 'retry-after': '10' } }
  const { clock, asked, send } = host({ requestsPerSecond: 1 }, [busy])
  const all = Promise.all([1, 2].map(() => send(request, signal)))
  await clock.advance(20_000)
  await all
  expect(asked).toEqual([0, 10_000])
})

test('a pause is left when the command is ended', async () => {
  const { clock, send } = host({}, [{ status: 429, headers: { 'retry-after': '60' } }])
  await send(request, signal)
  const ending = new AbortController()
  const waiting = send(request, ending.signal)
  ending.abort(new Error('interrupted'))
  await expect(waiting).rejects.toThrow('interrupted')
  await clock.advance(0)
})
