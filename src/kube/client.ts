import { type Clock, systemClock } from '../std/clock.ts'
import type { PrioritySource } from './priority.ts'
import { type RateLimit, RateLimiter } from './rate-limit.ts'
import { RequestGate } from './request-gate.ts'
import type { Impersonation, KubeRequest } from './request.ts'
import { type Answer, type RetryPolicy, type SendPorts, exchange, openStream } from './send.ts'
import type { Transport, TransportResponse } from './transport.ts'

export interface KubeClientOptions {
  readonly transport: Transport
  /** `outrigger` by default; name the program and its version. */
  readonly userAgent?: string
  /** The name under which fields are owned when a call gives none. */
  readonly fieldManager?: string
  readonly impersonation?: Impersonation
  /** Requests that reach the server are limited to 50 a second, 100 at once, by default. */
  readonly rateLimit?: RateLimit | 'none'
  readonly retries?: Partial<RetryPolicy>
  /** Whether answers may be packed; on by default. */
  readonly gzip?: boolean
  readonly clock?: Clock
  /** In [0, 1). */
  readonly random?: () => number
}

/** One cluster, as somebody: what every function of this folder that asks a server takes first. */
export interface KubeClient {
  /** Sends a request and reads the answer. Throws a KubeError for what is not 2xx. */
  readonly exchange: (request: KubeRequest, signal: AbortSignal) => Promise<Answer>
  /** Sends a request and gives the body as it comes. */
  readonly open: (request: KubeRequest, signal: AbortSignal) => Promise<TransportResponse>
  readonly fieldManager: string
  readonly clock: Clock
  readonly random: () => number
  /** The same connections and limits, acting as somebody else. */
  readonly impersonating: (who: Impersonation) => KubeClient
  /** The same, with another place in the queue for requests that name none. */
  readonly withPriority: (priority: PrioritySource) => KubeClient
  /** The same, where the check may refuse each write at the moment of sending, by throwing. */
  readonly withWriteCheck: (check: () => void) => KubeClient
}

const defaultLimit: RateLimit = { perSecond: 50, burst: 100 }
const defaultRetries: RetryPolicy = {
  attempts: 5,
  backoff: { first: 200, most: 5000 },
  mostPatience: 30_000,
}

/** A client over a transport. It opens nothing by itself; close the transport to be done with it. */
export function createKubeClient(options: KubeClientOptions): KubeClient {
  const clock = options.clock ?? systemClock
  const limit = options.rateLimit ?? defaultLimit
  const ports: SendPorts = {
    transport: options.transport,
    clock,
    random: options.random ?? Math.random,
    limiter: limit === 'none' ? undefined : new RateLimiter(clock, limit),
    gate: new RequestGate(),
    checkWrite: () => {},
    retries: { ...defaultRetries, ...options.retries },
    defaults: {
      userAgent: options.userAgent ?? 'outrigger',
      gzip: options.gzip ?? true,
      impersonation: options.impersonation,
    },
  }
  return clientOver(ports, options.fieldManager ?? 'outrigger', 'normal')
}

function clientOver(ports: SendPorts, fieldManager: string, priority: PrioritySource): KubeClient {
  return {
    exchange: (request, signal) => exchange(ports, { priority, ...request }, signal),
    open: (request, signal) => openStream(ports, { priority, ...request }, signal),
    fieldManager,
    clock: ports.clock,
    random: ports.random,
    impersonating: (impersonation) =>
      clientOver(
        { ...ports, defaults: { ...ports.defaults, impersonation } },
        fieldManager,
        priority,
      ),
    withPriority: (other) => clientOver(ports, fieldManager, other),
    withWriteCheck: (check) => {
      const { checkWrite } = ports
      const both = () => {
        checkWrite()
        check()
      }
      return clientOver({ ...ports, checkWrite: both }, fieldManager, priority)
    },
  }
}
