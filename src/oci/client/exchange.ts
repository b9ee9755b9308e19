import type { ClientRequest, IncomingMessage } from 'node:http'
import type { LookupFunction, Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { Connections } from './connections.ts'
import type { HttpRequest, HttpResponse } from './http.ts'

/** In milliseconds. */
export interface Timeouts {
  readonly connect: number
  /** From the end of the request to the head of the answer. */
  readonly head: number
  /** Between two pieces of a body. */
  readonly silence: number
}

/** How a request travels. */
interface Way {
  readonly lookup: LookupFunction
  readonly timeouts: Timeouts
  readonly userAgent: string
  /** The agent connects before it gives a socket. */
  readonly isProxied: boolean
  /** The error that the caller gets for an error of the transport. */
  readonly failed: (error: unknown) => Error
}

/** More of a body that nobody wants is cheaper to lose with its connection than to read. */
const mostDiscarded = 65_536

/** Sends one request and gives its answer as soon as the head is there. */
export async function exchange(
  connections: Connections,
  request: HttpRequest,
  way: Way,
  signal: AbortSignal,
): Promise<HttpResponse> {
  signal.throwIfAborted()
  const call = openCall(connections, request, way)
  const head = headOf(call, request.url, way)
  stopWith(signal, call)
  const limit = limitTime(call, request.timeout)
  sendBody(call, request.body)
  const answer = await head
  // The reader of the body is told of its errors; without a reader, they must not end the process.
  answer.on('error', () => undefined)
  stopWith(signal, answer)
  limit.stopAlso(answer)
  const body = readBody(answer, way)
  return {
    status: answer.statusCode ?? 0,
    url: request.url,
    header: (name) => {
      const value = answer.headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body,
    discard: async () => (request.method === 'HEAD' ? void answer.resume() : await discard(body)),
  }
}

/** The end of a call alone would silently drop the body of its answer, so each of them is ended. */
function stopWith(signal: AbortSignal, stream: ClientRequest | IncomingMessage): void {
  const stop = () => end(stream, asError(signal.reason))
  signal.addEventListener('abort', stop)
  stream.once('close', () => signal.removeEventListener('abort', stop))
  if (signal.aborted) stop()
}

// A call that has no socket yet, because a proxy is silent, tells of its end only when it gets one.
function end(stream: ClientRequest | IncomingMessage, error: Error): void {
  const isWaiting = stream.socket === null
  stream.destroy(error)
  if (isWaiting) stream.emit('error', error)
}

/** A timer instead of a signal for each request: signals of many requests cost more than the requests. */
function limitTime(call: ClientRequest, milliseconds: number | undefined) {
  let answer: IncomingMessage | undefined
  const stop = () => {
    const error = timedOut('answer')
    end(call, error)
    answer?.destroy(error)
  }
  const timer = milliseconds === undefined ? undefined : setTimeout(stop, milliseconds)
  const clear = () => clearTimeout(timer)
  call.once('close', () => answer === undefined && clear())
  return {
    stopAlso: (found: IncomingMessage) => {
      answer = found
      found.once('close', clear)
    },
  }
}

function openCall(connections: Connections, request: HttpRequest, way: Way): ClientRequest {
  const { url, method, headers = {}, body } = request
  const module = url.protocol === 'https:' ? 'node:https' : 'node:http'
  const size = body instanceof Uint8Array ? body.length : body?.size
  const isEmpty =
    size === undefined && (method === 'POST' || method === 'PUT' || method === 'PATCH')
  const length = isEmpty ? 0 : size
  return process.getBuiltinModule(module).request(url, {
    method,
    agent: connections.agentOf(url),
    lookup: way.lookup,
    headers: {
      'user-agent': way.userAgent,
      ...headers,
      ...(length === undefined ? {} : { 'content-length': String(length) }),
    },
  })
}

async function headOf(
  call: ClientRequest,
  url: URL,
  { timeouts, isProxied }: Way,
): Promise<IncomingMessage> {
  return await new Promise<IncomingMessage>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const stopTimer = () => clearTimeout(timer)
    const expect = (what: string, milliseconds: number) => {
      stopTimer()
      timer = setTimeout(() => end(call, timedOut(what)), milliseconds)
    }
    const expectHead = () => expect('answer', timeouts.head)
    if (isProxied) expect('connection', timeouts.connect)
    call.once('socket', (socket: Socket) => {
      if (isProxied) stopTimer()
      if (!socket.connecting) return
      expect('connection', timeouts.connect)
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', stopTimer)
    })
    call.once('finish', expectHead)
    // Stays, because an upload may still fail after its answer.
    call.on('error', reject)
    call.once('close', stopTimer)
    call.once('response', (answer: IncomingMessage) => {
      call.off('finish', expectHead)
      stopTimer()
      resolve(answer)
    })
  })
}

function sendBody(call: ClientRequest, body: HttpRequest['body']): void {
  if (body === undefined || body instanceof Uint8Array) {
    call.end(body)
    return
  }
  const source = Readable.from(body.open(), { objectMode: false })
  source.once('error', (error) => call.destroy(error))
  call.once('close', () => source.destroy())
  source.pipe(call)
}

async function* readBody(answer: IncomingMessage, way: Way): AsyncGenerator<Uint8Array> {
  const { silence } = way.timeouts
  // Only while somebody waits for bytes: a slow reader is no silent server.
  const expect = () => setTimeout(() => answer.destroy(timedOut('body')), silence)
  let timer = expect()
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      clearTimeout(timer)
      yield chunk
      timer = expect()
    }
  } catch (error) {
    throw way.failed(error)
  } finally {
    clearTimeout(timer)
  }
}

async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  let read = 0
  try {
    for await (const chunk of body) {
      read += chunk.length
      if (read > mostDiscarded) break
    }
  } catch {
    // The rest of the body was not wanted, and the connection is gone with it.
  }
}

function timedOut(what: string): Error {
  return Object.assign(new Error(`no ${what} in time`), { code: 'ETIMEDOUT' })
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
