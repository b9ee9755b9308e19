import { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import { OciError } from '../errors.ts'
import type { CheckAddress, Lookup, TlsOptions } from './connect.ts'
import type { HttpRequest, HttpResponse, Send } from './http.ts'
import { printableUrl } from './redact.ts'

export interface TransportOptions {
  readonly tls?: TlsOptions
  /** Called with every address before it is connected to. */
  readonly checkAddress?: CheckAddress
  /** Finds the addresses of a name; the system's when absent. */
  readonly lookup?: Lookup
  readonly userAgent?: string
  readonly timeouts?: Partial<Timeouts>
}

/** In milliseconds. */
export interface Timeouts {
  readonly connect: number
  /** From the end of the request to the head of the answer. */
  readonly head: number
  /** Between two pieces of a body. */
  readonly silence: number
}

/** Connections to servers, kept open between requests. */
export interface Transport {
  readonly send: Send
  readonly close: () => Promise<void>
}

const defaultTimeouts: Timeouts = { connect: 15_000, head: 60_000, silence: 60_000 }
const connectionsPerHost = 16

/** The only place that touches the network: one request, one answer, no redirects, no retries. */
export function createTransport(options: TransportOptions = {}): Transport {
  let opening: Promise<Agent> | undefined
  const userAgent = options.userAgent ?? 'outrigger'
  return {
    send: async (request, signal) => {
      opening ??= openAgent(options)
      return await sendOne(await opening, userAgent, request, signal)
    },
    close: async () => await (await opening)?.destroy(),
  }
}

// The HTTP client takes longer to load than most commands take to run, and few of them need it.
async function openAgent(options: TransportOptions): Promise<Agent> {
  const [{ createAgent }, { createConnector }] = await Promise.all([
    import('./http-agent.ts'),
    import('./connect.ts'),
  ])
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const { tls = {}, checkAddress = () => undefined, lookup } = options
  return createAgent({
    connect: createConnector(tls, { checkAddress, lookup, timeout: timeouts.connect }),
    connections: connectionsPerHost,
    headersTimeout: timeouts.head,
    bodyTimeout: timeouts.silence,
  })
}

async function sendOne(
  agent: Agent,
  userAgent: string,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<HttpResponse> {
  const { url, method, timeout } = request
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new OciError('refused', `${printableUrl(url)} is neither https nor http`)
  }
  const deadline = timeout === undefined ? undefined : AbortSignal.timeout(timeout)
  const both = deadline === undefined ? signal : AbortSignal.any([signal, deadline])
  const failed = (error: unknown) => translate(error, { url, signal, deadline })
  try {
    const response = await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { 'user-agent': userAgent, ...headersOf(request) },
      body: bodyOf(request),
      signal: both,
    })
    return answerOf(response, url, failed)
  } catch (error) {
    throw failed(error)
  }
}

function headersOf({ headers = {}, body }: HttpRequest): Readonly<Record<string, string>> {
  if (body === undefined || body instanceof Uint8Array) return { ...headers }
  return { ...headers, 'content-length': String(body.size) }
}

function bodyOf({ body }: HttpRequest): Uint8Array | Readable | null {
  if (body === undefined) return null
  return body instanceof Uint8Array ? body : Readable.from(body.open(), { objectMode: false })
}

function answerOf(
  response: Dispatcher.ResponseData,
  url: URL,
  failed: (error: unknown) => Error,
): HttpResponse {
  const { statusCode: status, headers, body } = response
  return {
    status,
    url,
    header: (name) => {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body: readBody(body, failed),
    // More than this is cheaper to lose than to read.
    discard: () => body.dump({ limit: 65_536 }),
  }
}

async function* readBody(
  body: AsyncIterable<Uint8Array>,
  failed: (error: unknown) => Error,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk
  } catch (error) {
    throw failed(error)
  }
}

interface Circumstances {
  readonly url: URL
  readonly signal: AbortSignal
  readonly deadline: AbortSignal | undefined
}

// The caller's own reason stays what it is; everything foreign becomes ours.
function translate(error: unknown, { url, signal, deadline }: Circumstances): Error {
  if (signal.aborted && signal.reason instanceof Error) return signal.reason
  if (error instanceof OciError) return error
  const where = printableUrl(url)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (deadline?.aborted === true || /TIMEOUT|ETIMEDOUT/.test(code)) {
    return new OciError('timed-out', `${where} did not answer in time`, { cause: error })
  }
  const why = error instanceof Error ? error.message : String(error)
  return new OciError('unreachable', `cannot reach ${where}: ${why}`, { cause: error })
}
