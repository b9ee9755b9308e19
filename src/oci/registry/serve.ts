import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { OciError } from '../errors.ts'
import { type Answer, refuse, sendAnswer } from './answer.ts'
import { isExpectedHost } from './expected-host.ts'
import { route } from './route.ts'
import { type Store, openStore } from './store.ts'

export interface RegistryOptions {
  /** The folder that holds everything; made when it is not there. */
  readonly root: string
  /** 127.0.0.1 when not given: to be reached from elsewhere is a decision. */
  readonly host?: string
  /** Any free port when 0 or not given. */
  readonly port?: number
  /** Names besides localhost by which a registry on this machine alone may be called. */
  readonly names?: readonly string[]
  readonly tls?: {
    readonly cert: string
    readonly key: string
    /** Lets in only who has a certificate of this authority. */
    readonly clientCa?: string
  }
  readonly maxBlobBytes?: number
  /** Told of what failed inside, which clients only see as 500; when they leave is no failure. */
  readonly onError?: (error: unknown) => void
  /** Returns the WWW-Authenticate challenge for whoever may not do this. */
  readonly checkAccess?: (request: AccessRequest) => string | undefined
}

export interface AccessRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
}

/** A registry that is running. */
export interface RunningRegistry {
  /** What references begin with, such as 127.0.0.1:5000. */
  readonly host: string
  readonly url: string
  readonly store: Store
  /** Takes no more requests, waits for those that run until the signal is given, then cuts them off. */
  readonly close: (signal: AbortSignal) => Promise<void>
}

/** Starts the embedded registry; it runs until it is closed. */
export async function serveRegistry(
  options: RegistryOptions,
  signal: AbortSignal,
): Promise<RunningRegistry> {
  signal.throwIfAborted()
  const store = await openStore(options.root)
  const stopping = new AbortController()
  const busy = new Set<string>()
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    void answer({ options, store, busy, signal: stopping.signal }, request, response)
  }
  const server = createListener(options.tls, listener)
  // A blob may take its time; a silent connection may not.
  server.requestTimeout = 0
  server.setTimeout(silenceMilliseconds)
  await listen(server, options)
  const host = hostOf(server.address() as AddressInfo)
  return {
    host,
    url: `${options.tls ? 'https' : 'http'}://${host}`,
    store,
    close: (patience) => close(server, stopping, patience),
  }
}

const silenceMilliseconds = 120_000

function createListener(tls: RegistryOptions['tls'], listener: RequestListener): Server {
  if (tls === undefined) return createServer(listener)
  const { cert, key, clientCa } = tls
  const clients = clientCa === undefined ? {} : { ca: clientCa, requestCert: true }
  return createTlsServer({ cert, key, ...clients }, listener)
}

interface Context {
  readonly options: RegistryOptions
  readonly store: Store
  readonly busy: Set<string>
  readonly signal: AbortSignal
}

async function answer(
  context: Context,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const found = checkAccess(context, request) ?? (await routeRequest(context, request))
    await sendAnswer(found, request, response)
  } catch (error) {
    if (!request.destroyed || request.complete) context.options.onError?.(error)
    // This exchange is over; what a client can still be told is that it was not its fault.
    if (response.headersSent) response.destroy()
    else await sendAnswer({ status: 500, body: internalError }, request, response)
  }
}

const internalError = '{"errors":[{"code":"UNKNOWN","message":"the registry failed","detail":{}}]}'

function checkAccess({ options }: Context, request: IncomingMessage): Answer | undefined {
  const { method = '', url: path = '', socket } = request
  const isLocal = /^(::ffff:)?127\.|^::1$/.test(socket.localAddress ?? '')
  if (isLocal && !isExpectedHost(request.headers.host, options.names ?? [])) {
    return refuse('DENIED', 'this registry is not known by the name in the Host header')
  }
  const authorization = request.headers.authorization
  const challenge = options.checkAccess?.({ method, path, authorization })
  if (challenge === undefined) return undefined
  const headers = { 'www-authenticate': challenge }
  return refuse('UNAUTHORIZED', 'authentication required', { headers })
}

async function routeRequest(context: Context, request: IncomingMessage): Promise<Answer> {
  const [path = '', query = ''] = splitOnce(request.url ?? '', '?')
  const call = {
    store: context.store,
    method: request.method ?? '',
    query: new URLSearchParams(query),
    header: (name: string) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    },
    body: request,
    maxBlobBytes: context.options.maxBlobBytes ?? Number.MAX_SAFE_INTEGER,
    signal: context.signal,
  }
  return await route(call, path, context.busy)
}

function splitOnce(text: string, mark: string): readonly string[] {
  const at = text.indexOf(mark)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}

function listen(server: Server, options: RegistryOptions): Promise<void> {
  const { host = '127.0.0.1', port = 0 } = options
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => {
      const message = `cannot listen on ${host}:${port}: ${cause.message}`
      reject(new OciError('cannot-listen', message, { cause }))
    }
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}

function hostOf({ address, family, port }: AddressInfo): string {
  return family === 'IPv6' ? `[${address}]:${port}` : `${address}:${port}`
}

async function close(
  server: Server,
  stopping: AbortController,
  patience: AbortSignal,
): Promise<void> {
  const cut = () => {
    stopping.abort(new Error('the registry was closed'))
    server.closeAllConnections()
  }
  patience.addEventListener('abort', cut, { once: true })
  try {
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeIdleConnections()
      if (patience.aborted) cut()
    })
  } finally {
    patience.removeEventListener('abort', cut)
  }
}
