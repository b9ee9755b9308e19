import { inProcessTransport } from '../../src/apiserver/http/in-process.ts'
import type { Answerer } from '../../src/apiserver/http/exchange.ts'
import type { Transport, TransportRequest, TransportResponse } from '../../src/kube/transport.ts'
import { type Clock, abortReason } from '../../src/std/clock.ts'
import { delayedStream } from './delayed-stream.ts'
import type { Random } from './random.ts'
import type { SimulatedProcess } from './simulated-process.ts'

/** The fate of one request. */
export type Fate =
  | { readonly is: 'answered' }
  /** The server never hears of it, or nobody hears what it said. */
  | { readonly is: 'lost'; readonly when: 'before' | 'after' }
  /** Neither side hears anything, not even that it was lost. */
  | { readonly is: 'swallowed' }
  | { readonly is: 'refused'; readonly status: 409 | 429 | 500 | 504 }

/** The fate of a stream of events. */
export interface StreamTrouble {
  /** Milliseconds by which everything comes late. */
  readonly late: () => number
  readonly broken: AbortSignal
  /** Told instead of the rest: that the version is too old. */
  readonly expired: AbortSignal
}

/** Decides what happens on the way; asked once for each request, in the order in which they are sent. */
export interface Weather {
  readonly fateOf: (who: SimulatedProcess, request: TransportRequest) => Fate
  /** Milliseconds for one way. */
  readonly delay: (who: SimulatedProcess) => number
  readonly stream: (who: SimulatedProcess) => StreamTrouble
}

/** A server that may be away. */
export interface Line {
  readonly answer: Answerer
  /** Given when the server goes. */
  readonly life: AbortSignal
}

export interface NetworkPorts {
  readonly clock: Clock
  readonly random: Random
  readonly weather: Weather
  /** Undefined while nobody listens. */
  readonly line: () => Line | undefined
  readonly peer: { readonly name: string; readonly groups: readonly string[] }
  /** Hears of each request when the server does; what it gives back hears of the answer. */
  readonly arrived: (
    who: SimulatedProcess,
    request: TransportRequest,
  ) => (status: number, body: Uint8Array) => void
}

/** The way from a process to a server, with everything that happens on it. */
export function networkOf(who: SimulatedProcess, ports: NetworkPorts): Transport {
  return (request, signal) =>
    new Promise<TransportResponse>((resolve, reject) => {
      if (signal.aborted) return reject(abortReason(signal))
      const stop = () => reject(abortReason(signal))
      signal.addEventListener('abort', stop, { once: true })
      const end = (act: () => void) => {
        who.whenRunning(() => {
          signal.removeEventListener('abort', stop)
          act()
        })
      }
      carry(who, request, ports, signal).then(
        (response) => end(() => resolve(response)),
        (error: unknown) => end(() => reject(error instanceof Error ? error : new Error('lost'))),
      )
    })
}

async function carry(
  who: SimulatedProcess,
  request: TransportRequest,
  ports: NetworkPorts,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const { clock, weather } = ports
  const fate = weather.fateOf(who, request)
  if (fate.is === 'swallowed') return forEver()
  await pause(clock, weather.delay(who))
  if (fate.is === 'lost' && fate.when === 'before') throw reset()
  if (fate.is === 'refused') return refusal(request, fate.status)
  const line = ports.line()
  if (line === undefined) throw refusedConnection()
  const answered = ports.arrived(who, request)
  if (request.stream) return follow(who, request, { ...ports, at: line, answered }, signal)
  const send = inProcessTransport(line.answer, { certificate: ports.peer })
  const response = await send(request, new AbortController().signal)
  const body = await readAll(response.body)
  answered(response.status, body)
  await pause(clock, weather.delay(who))
  if (fate.is === 'lost') throw reset()
  return { status: response.status, header: response.header, body: once(body) }
}

interface Following extends NetworkPorts {
  readonly at: Line
  readonly answered: (status: number, body: Uint8Array) => void
}

async function follow(
  who: SimulatedProcess,
  request: TransportRequest,
  { clock, weather, at, answered, peer }: Following,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const left = new AbortController()
  const either = AbortSignal.any([signal, at.life, who.life, left.signal])
  const send = inProcessTransport(at.answer, { certificate: peer })
  const response = await send(request, either)
  await pause(clock, weather.delay(who))
  const trouble = weather.stream(who)
  const heard = (bytes: Uint8Array) => answered(response.status, bytes)
  const body = delayedStream(response.body, {
    clock,
    who,
    trouble,
    signal,
    heard,
    left: () => left.abort(new Error('nobody reads any more')),
  })
  return { status: response.status, header: response.header, body }
}

/** Lets time pass that nobody can cut short. */
export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => void clock.after(milliseconds, resolve))
}

function forEver(): Promise<never> {
  return new Promise(() => {})
}

/** How a lost connection looks. */
export function reset(): Error {
  return Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}

function refusedConnection(): Error {
  return Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
}

const reasons = {
  409: 'Conflict',
  429: 'TooManyRequests',
  500: 'InternalError',
  504: 'Timeout',
} as const

function refusal(
  { method, path }: TransportRequest,
  status: keyof typeof reasons,
): TransportResponse {
  const text = JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message: `${method} ${path.split('?', 1)[0] ?? ''}: simulated ${reasons[status]}`,
    reason: reasons[status],
    code: status,
  })
  const headers: Readonly<Record<string, readonly string[]>> = {
    'content-type': ['application/json'],
    ...(status === 429 ? { 'retry-after': ['1'] } : {}),
  }
  return { status, header: (name) => headers[name] ?? [], body: once(Buffer.from(text)) }
}

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
