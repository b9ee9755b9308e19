import { type BackoffPolicy, backoffDelay } from '../std/backoff.ts'
import { type Clock, abortReason, sleepOn } from '../std/clock.ts'
import { Watchdog } from '../std/watchdog.ts'
import { KubeError } from './errors.ts'
import { priorityNow } from './priority.ts'
import type { RateLimiter } from './rate-limit.ts'
import { readBody } from './read-body.ts'
import type { RequestGate } from './request-gate.ts'
import { shareOf } from './request-share.ts'
import { type KubeRequest, type RequestDefaults, transportRequest } from './request.ts'
import { errorOfResponse } from './status-error.ts'
import type { Transport, TransportRequest, TransportResponse } from './transport.ts'

export interface RetryPolicy {
  readonly attempts: number
  readonly backoff: BackoffPolicy
  /** Milliseconds; a server that wants to be left alone for longer is an error. */
  readonly mostPatience: number
}

/** The parts that sending takes besides the request. */
export interface SendPorts {
  readonly transport: Transport
  readonly clock: Clock
  readonly random: () => number
  readonly limiter: RateLimiter | undefined
  readonly gate: RequestGate
  /** Called right before each write is sent; throws when it must not be. */
  readonly checkWrite: () => void
  readonly retries: RetryPolicy
  readonly defaults: RequestDefaults
}

/** An answer whose body has been read. */
export interface Answer {
  readonly status: number
  readonly header: (name: string) => readonly string[]
  readonly bytes: Uint8Array
}

const defaultTimeout = 60_000
const maxErrorBody = 1024 * 1024

/** Sends a request, again where that is allowed, and reads the answer. Throws for what is not 2xx. */
export function exchange(
  ports: SendPorts,
  request: KubeRequest,
  signal: AbortSignal,
): Promise<Answer> {
  return repeat(ports, request, signal, async () => {
    const dog = new Watchdog(ports.clock, request.timeout ?? defaultTimeout, signal)
    try {
      return await takeTurn(ports, request, dog.signal)
    } catch (error) {
      throw translate(error, request, dog, signal)
    } finally {
      dog.stop()
    }
  })
}

// Waiting for a turn counts: behind a server that never answers it would have no end.
async function takeTurn(
  { gate, transport, defaults, checkWrite }: SendPorts,
  request: KubeRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const share = shareOf(request, defaults)
  await gate.enter(request.priority ?? 'normal', signal, share)
  try {
    const wire = transportRequest(request, defaults, false)
    if (!isReading(request)) checkWrite()
    const response = await sendOnce(transport, wire, signal)
    const bytes = await readBody(response)
    return { status: response.status, header: response.header, bytes }
  } finally {
    gate.leave(share)
  }
}

/** As exchange, but gives the body as it comes. Reading it is then not bounded in time. */
export function openStream(
  ports: SendPorts,
  request: KubeRequest,
  signal: AbortSignal,
): Promise<TransportResponse> {
  return repeat(ports, request, signal, async () => {
    const dog = new Watchdog(ports.clock, request.timeout ?? defaultTimeout, signal)
    try {
      const wire = transportRequest(request, ports.defaults, true)
      if (!isReading(request)) ports.checkWrite()
      const response = await sendOnce(ports.transport, wire, dog.signal)
      dog.calm()
      return { ...response, body: following(response.body, request, dog, signal) }
    } catch (error) {
      dog.stop()
      throw translate(error, request, dog, signal)
    }
  })
}

async function sendOnce(
  transport: Transport,
  request: TransportRequest,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const response = await transport(request, signal)
  if (response.status >= 200 && response.status < 300) return response
  const bytes = await readBody(response, maxErrorBody)
  throw errorOfResponse(response, bytes, describe(request))
}

async function* following(
  body: AsyncIterable<Uint8Array>,
  request: KubeRequest,
  dog: Watchdog,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw translate(error, request, dog, signal)
  } finally {
    dog.stop()
  }
}

async function repeat<T>(
  ports: SendPorts,
  request: KubeRequest,
  signal: AbortSignal,
  attempt: () => Promise<T>,
): Promise<T> {
  const { clock, limiter, retries } = ports
  for (let count = 1; ; count++) {
    await limiter?.acquire(priorityNow(request.priority ?? 'normal'), signal)
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof KubeError)) throw error
      // Every request of this client adds to the load that the server complains of.
      if (error.code === 'too-many-requests') limiter?.hold(error.retryAfter ?? 0)
      if (count >= retries.attempts || !mayRepeat(request, error)) throw error
      const wait = waitFor(error, count - 1, ports)
      if (wait > retries.mostPatience) throw error
      await sleepOn(clock, wait, signal)
    }
  }
}

function mayRepeat(request: KubeRequest, error: KubeError): boolean {
  const repeat = request.repeat ?? (isReading(request) ? 'always' : 'unheard')
  if (repeat === 'never') return false
  if (error.code === 'too-many-requests' || wasNeverSent(error)) return true
  // The server answers with 500 also when it cannot apply something, and would again.
  if (error.code === 'server-error' && !isReading(request)) return false
  return repeat === 'always' && error.transient
}

function isReading({ method }: KubeRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

function wasNeverSent(error: KubeError): boolean {
  if (error.code !== 'unreachable') return false
  const { cause } = error
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

// A little more than asked for, so that clients that were sent away together do not come back together.
function waitFor(error: KubeError, attempt: number, ports: SendPorts): number {
  const { retryAfter } = error
  if (retryAfter === undefined) return backoffDelay(attempt, ports.retries.backoff, ports.random())
  return Math.round(retryAfter * (1 + ports.random() / 4))
}

// The caller's own reason stays what it is; everything foreign becomes ours.
function translate(
  error: unknown,
  request: KubeRequest,
  dog: Watchdog,
  signal: AbortSignal,
): Error {
  if (signal.aborted) return abortReason(signal)
  const asked = describe(request)
  if (dog.isOver) return new KubeError('timed-out', `${asked} was not answered in time`)
  if (error instanceof KubeError) return error
  const why = error instanceof Error ? error.message : String(error)
  return new KubeError('unreachable', `${asked} was not answered: ${why}`, { cause: error })
}

function describe({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${path.split('?', 1)[0] ?? path}`
}
