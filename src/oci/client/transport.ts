import { OciError } from '../errors.ts'
import {
  type CheckAddress,
  type Lookup,
  type TlsOptions,
  checkLiteralAddress,
  guardedLookup,
} from './connect.ts'
import { openConnections } from './connections.ts'
import { type Timeouts, exchange } from './exchange.ts'
import type { Send } from './http.ts'
import { printableUrl } from './redact.ts'

export interface TransportOptions {
  readonly tls?: TlsOptions
  /** Called with every address before it is connected to. */
  readonly checkAddress?: CheckAddress
  /** Finds the addresses of a name; the system's when absent. */
  readonly lookup?: Lookup
  /** Everything goes through this one, which also finds the addresses of names: they are not checked here then. */
  readonly proxy?: string
  readonly userAgent?: string
  readonly timeouts?: Partial<Timeouts>
}

/** Connections to servers, kept open between requests. */
export interface Transport {
  readonly send: Send
  readonly close: () => Promise<void>
}

const defaultTimeouts: Timeouts = { connect: 15_000, head: 60_000, silence: 60_000 }

/** The only place that touches the network: one request, one answer, no redirects, no retries. */
export function createTransport(options: TransportOptions = {}): Transport {
  const { tls = {}, checkAddress = () => undefined, lookup, userAgent = 'outrigger' } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const { proxy } = options
  const connections = openConnections(tls, proxy)
  return {
    send: async (request, signal) => {
      const { url } = request
      if (url.protocol !== 'https:' && url.protocol !== 'http:') {
        throw new OciError('refused', `${printableUrl(url)} is neither https nor http`)
      }
      const failed = (error: unknown) => translate(error, url, signal)
      try {
        checkLiteralAddress(url, checkAddress)
        const way = {
          lookup: guardedLookup(url, checkAddress, lookup),
          timeouts,
          userAgent,
          isProxied: proxy !== undefined,
          failed,
        }
        return await exchange(connections, request, way, signal)
      } catch (error) {
        throw failed(error)
      }
    },
    close: async () => connections.close(),
  }
}

// The caller's own reason stays what it is; everything foreign becomes ours.
function translate(error: unknown, url: URL, signal: AbortSignal): Error {
  if (signal.aborted && signal.reason instanceof Error) return signal.reason
  if (error instanceof OciError) return error
  const where = printableUrl(url)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/TIMEOUT|ETIMEDOUT/.test(code)) {
    return new OciError('timed-out', `${where} did not answer in time`, { cause: error })
  }
  const why = error instanceof Error ? error.message : String(error)
  return new OciError('unreachable', `cannot reach ${where}: ${why}`, { cause: error })
}
