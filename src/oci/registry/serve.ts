import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { type HttpListening, listenHttp } from '../../std/node/listen-http.ts'
import { OciError } from '../errors.ts'
import { type Answer, refuse, sendAnswer } from './answer.ts'
import { route } from './route.ts'
import { type Store, openStore } from './store.ts'
import { type ShownRequest, type WriteAccess, tokenPath, writeAccess } from './write-access.ts'

export interface RegistryOptions {
  /** The folder that holds everything; made when it is not there. */
  readonly root: string
  /** 127.0.0.1 when not given: to be reached from elsewhere is a decision. */
  readonly host?: string
  /** Any free port when 0 or not given. */
  readonly port?: number
  /** Names besides localhost by which the registry may be called. */
  readonly names?: readonly string[]
  readonly tls?: {
    readonly cert: string
    readonly key: string
    /** Lets in only clients with a certificate of this authority. */
    readonly clientCa?: string
  }
  readonly maxBlobBytes?: number
  /** Told of what failed inside, which clients only see as 500; when they leave is no failure. */
  readonly onError?: (error: unknown) => void
  /** Only who shows this secret may change anything; everybody may when absent. */
  readonly writeToken?: string
  /** Returns the WWW-Authenticate challenge for callers that may not do this. */
  readonly checkAccess?: (request: AccessRequest) => string | undefined
}

export interface AccessRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
}

/** A registry that is running. */
export interface RunningRegistry {
  /** The beginning of references to it, such as 127.0.0.1:5000. */
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
  const access = options.writeToken === undefined ? undefined : writeAccess(options.writeToken)
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    void answer({ options, access, store, busy, signal: stopping.signal }, request, response)
  }
  const { server, authority: host, url } = await listen(listener, options)
  // A blob may take its time; a silent connection may not.
  server.requestTimeout = 0
  server.setTimeout(silenceMilliseconds)
  return { host, url, store, close: (patience) => close(server, stopping, patience) }
}

const silenceMilliseconds = 120_000

interface Context {
  readonly options: RegistryOptions
  readonly access: WriteAccess | undefined
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
    const found = (await checkAccess(context, request)) ?? (await routeRequest(context, request))
    await sendAnswer(found, request, response)
  } catch (error) {
    if (!request.destroyed || request.complete) context.options.onError?.(error)
    // This exchange is over; what a client can still be told is that it was not its fault.
    if (response.headersSent) response.destroy()
    else await sendAnswer(failureAnswer(error), request, response)
  }
}

function failureAnswer(error: unknown): Answer {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return isFull ? { status: 507, body: fullError } : { status: 500, body: internalError }
}

const fullError =
  '{"errors":[{"code":"DENIED","message":"no space left on device of the registry","detail":{}}]}'
const internalError = '{"errors":[{"code":"UNKNOWN","message":"the registry failed","detail":{}}]}'

async function checkAccess(
  { options, access }: Context,
  request: IncomingMessage,
): Promise<Answer | undefined> {
  const { method = '', url = '', headers } = request
  const { authorization, host } = headers
  const base = `${options.tls === undefined ? 'http' : 'https'}://${host}`
  const [path = ''] = splitOnce(url, '?')
  if (access !== undefined) {
    const shown: ShownRequest = { method, path, authorization, base }
    if (path === tokenPath) return access.answerToken(shown, await readForm(request))
    const refusal = access.refusalOf(shown)
    if (refusal !== undefined) return refusal
  }
  const challenge = options.checkAccess?.({ method, path: url, authorization })
  if (challenge === undefined) return undefined
  return refuse('UNAUTHORIZED', 'authentication required', {
    headers: { 'www-authenticate': challenge },
  })
}

const maxFormBytes = 16_384

/** The fields of a form; of one that is too long, none. */
async function readForm(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxFormBytes) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
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

async function listen(listener: RequestListener, options: RegistryOptions): Promise<HttpListening> {
  const { host = '127.0.0.1', port = 0, names = [], tls } = options
  try {
    return await listenHttp(listener, {
      host,
      port,
      names,
      refuse: refuseCaller,
      ...(tls && { tls: tlsOf(tls) }),
    })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OciError('cannot-listen', `cannot listen on ${host}:${port}: ${why}`, { cause })
  }
}

function refuseCaller(why: string, request: IncomingMessage, response: ServerResponse): void {
  void sendAnswer(refuse('DENIED', why), request, response)
}

function tlsOf({ cert, key, clientCa }: NonNullable<RegistryOptions['tls']>) {
  return { cert, key, ...(clientCa !== undefined && { ca: clientCa, requestCert: true }) }
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
