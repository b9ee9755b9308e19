import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { listenHttp } from '../../std/node/listen-http.ts'
import { StatusError, statusOf } from '../errors.ts'
import type { Answerer, ApiAnswer, ApiRequest, Peer } from './exchange.ts'

export interface ListenOptions {
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  readonly tls?: {
    readonly key: string
    readonly certificate: string
    /** Whose client certificates count. */
    readonly authority: string
  }
}

export interface Listening {
  readonly port: number
  readonly url: string
  /** Takes no more requests, ends watches, waits for answers that are on their way. */
  readonly stop: () => Promise<void>
}

/** How long an answer may take to go out after the stop. */
const patience = 2000
const lookForIdle = 20
const headerTimeout = 32_000

/** Serves over HTTP or, with a key, HTTPS. */
export async function listen(answer: Answerer, options: ListenOptions): Promise<Listening> {
  const stopping = new AbortController()
  const respondTo = (message: IncomingMessage, response: ServerResponse) => {
    void respond(answer, message, response, stopping.signal)
  }
  const { server, port, url } = await listenHttp(respondTo, {
    host: options.host,
    port: options.port,
    names: serviceNames,
    refuse: refuseCaller,
    ...(options.tls && { tls: tlsOf(options.tls) }),
  })
  server.headersTimeout = headerTimeout
  server.requestTimeout = 0
  server.keepAliveTimeout = headerTimeout
  return { port, url, stop: () => stop(server, stopping) }
}

/** The names under which pods know the server. */
const serviceNames = ['kubernetes', 'kubernetes.default', '.svc', '.svc.cluster.local']

function refuseCaller(why: string, _: IncomingMessage, response: ServerResponse): void {
  const status = new StatusError(403, 'Forbidden', `forbidden: ${why}`, { details: {} })
  const headers = { 'content-type': 'application/json', connection: 'close' }
  response.writeHead(status.code, headers).end(`${JSON.stringify(statusOf(status))}\n`)
}

function tlsOf({ key, certificate, authority }: NonNullable<ListenOptions['tls']>) {
  return {
    key,
    cert: certificate,
    ca: authority,
    requestCert: true,
    // A client without a certificate may have a token; who is nobody is decided later.
    rejectUnauthorized: false,
  }
}

async function stop(server: Server, stopping: AbortController): Promise<void> {
  stopping.abort()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection turns idle when its last answer has gone out.
  const idle = setInterval(() => server.closeIdleConnections(), lookForIdle)
  const late = setTimeout(() => server.closeAllConnections(), patience)
  await closed
  clearInterval(idle)
  clearTimeout(late)
}

async function respond(
  answer: Answerer,
  message: IncomingMessage,
  response: ServerResponse,
  stopping: AbortSignal,
): Promise<void> {
  try {
    await send(response, await answer(requestOf(message, response, stopping)))
    // A body that nobody wanted to read would be taken for the next request.
    if (!message.complete) message.destroy()
  } catch (error) {
    response.destroy(error instanceof Error ? error : undefined)
  }
}

function requestOf(
  message: IncomingMessage,
  response: ServerResponse,
  stopping: AbortSignal,
): ApiRequest {
  let signal: AbortSignal | undefined
  const header = (name: string) => {
    const value = message.headers[name]
    return typeof value === 'object' ? value[0] : value
  }
  const hasBody =
    message.headers['transfer-encoding'] !== undefined ||
    Number(message.headers['content-length'] ?? 0) > 0
  return {
    method: message.method ?? 'GET',
    path: message.url ?? '/',
    header,
    headers: (name) => message.headersDistinct[name] ?? [],
    headerNames: () => Object.keys(message.headers),
    body: hasBody ? message : undefined,
    ...(hasBody && { readWhole: (most: number) => readWhole(message, most) }),
    peer: peerOf(message),
    // Only what waits asks for it, and most requests do not wait.
    get signal() {
      signal ??= signalOf(response, stopping)
      return signal
    },
  }
}

/** By events, which takes a fraction of what asynchronous iteration takes. */
function readWhole(message: IncomingMessage, most: number): Promise<Uint8Array | 'too large'> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let length = 0
    message.on('data', (chunk: Uint8Array) => {
      length += chunk.length
      if (length <= most) chunks.push(chunk)
      else resolve('too large')
    })
    message.once('end', () => resolve(Buffer.concat(chunks)))
    message.once('error', reject)
    message.once('close', () => reject(new Error('the connection was closed')))
  })
}

function signalOf(response: ServerResponse, stopping: AbortSignal): AbortSignal {
  const gone = new AbortController()
  if (response.closed) gone.abort()
  else response.once('close', () => gone.abort())
  return AbortSignal.any([gone.signal, stopping])
}

/** Certificates are read once per connection. */
const peers = new WeakMap<Socket, Peer>()

function peerOf({ socket }: IncomingMessage): Peer {
  const known = peers.get(socket) ?? readPeer(socket)
  peers.set(socket, known)
  return known
}

function readPeer(socket: Socket): Peer {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return {}
  const { subject } = socket.getPeerCertificate()
  if (subject?.CN === undefined) return {}
  return { certificate: { name: firstOf(subject.CN), groups: [subject.O ?? []].flat() } }
}

function firstOf(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : (value[0] ?? '')
}

/**
 * How long the changes of a watch are gathered after some were sent: the first goes at once, a busy
 * watch sends a few times in a blink instead of once per change.
 */
const gatherMilliseconds = 8

async function send(response: ServerResponse, answer: ApiAnswer): Promise<void> {
  const { status, headers, body } = answer
  if (body instanceof Uint8Array) {
    response.writeHead(status, { ...headers, 'content-length': body.length } as never)
    response.end(body)
    return
  }
  response.writeHead(status, headers as never)
  response.flushHeaders()
  for await (const chunk of body) {
    if (response.closed) return
    if (!response.write(chunk)) await drained(response)
    await new Promise((done) => setTimeout(done, gatherMilliseconds))
  }
  response.end()
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.once('drain', done)
    response.once('close', done)
  })
}
