import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http'
import {
  type ServerOptions,
  Server as TlsServer,
  createServer as createTlsServer,
} from 'node:https'
import { type AddressInfo, isIP } from 'node:net'
import { refusalOfCaller } from './foreign-caller.ts'

/** The bounds of what clients can hold of a server. */
export interface HttpLimits {
  /** Connections at once; another one is closed. */
  readonly connections: number
  /** Milliseconds within which a whole request must come. */
  readonly requestMilliseconds: number
}

export interface HttpListenOptions {
  /** The address to listen on. */
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Names besides localhost by which clients may call the server; `.domain` is every name below it. */
  readonly names?: readonly string[]
  /** Speaks plain HTTP when absent. */
  readonly tls?: ServerOptions
  /** Those of Node when absent. */
  readonly limits?: HttpLimits
  /** Whether a link on a page of another origin may lead a browser to a path; no by default. */
  readonly mayBeLinked?: (path: string) => boolean
  /** Says no in the words of the protocol; plain text when absent. */
  readonly refuse?: (why: string, request: IncomingMessage, response: ServerResponse) => void
}

/** A server that takes requests. */
export interface HttpListening {
  readonly server: Server
  readonly port: number
  /** The address and the port, as they stand in a URL. */
  readonly authority: string
  readonly url: string
  /** Takes other settings of TLS for those who come from now on; does nothing where plain HTTP is spoken. */
  readonly replaceTls: (settings: ServerOptions) => void
  /** Ends the server and cuts every connection. */
  readonly stop: () => Promise<void>
}

/**
 * Listens for HTTP. Every listener of this program is opened here, so that each of them refuses requests that
 * come from web pages of other origins or through names that are not its own.
 */
export async function listenHttp(
  listener: RequestListener,
  options: HttpListenOptions,
): Promise<HttpListening> {
  const { host, port, tls, refuse = refusePlainly, mayBeLinked = () => false } = options
  const scheme = tls === undefined ? 'http' : 'https'
  const names = [...(options.names ?? []), ...(isIP(host) === 0 ? [host] : [])]
  const known = names.map((name) => name.toLowerCase())
  const checked: RequestListener = (request, response) => {
    const { headers, socket } = request
    const isLinked = isNavigation(request) && mayBeLinked(request.url?.split('?')[0] ?? '')
    const caller = { headers, localAddress: socket.localAddress, scheme, isLinked } as const
    const why = refusalOfCaller(caller, known)
    if (why === undefined) listener(request, response)
    else refuse(why, request, response)
  }
  const times = timesOf(options)
  const server =
    tls === undefined
      ? createServer(times, checked)
      : createTlsServer({ ...times, ...tls }, checked)
  if (options.limits !== undefined) server.maxConnections = options.limits.connections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { address, family, port: taken } = server.address() as AddressInfo
  const authority = family === 'IPv6' ? `[${address}]:${taken}` : `${address}:${taken}`
  const replaceTls = (settings: ServerOptions) => {
    if (server instanceof TlsServer) server.setSecureContext(settings)
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { server, port: taken, authority, url: `${scheme}://${authority}`, replaceTls, stop }
}

/** Milliseconds between two looks for requests that take too long, unless less is allowed to them. */
const slowestCheck = 30_000

function timesOf({ limits }: HttpListenOptions): ServerOptions {
  if (limits === undefined) return {}
  const { requestMilliseconds: requestTimeout } = limits
  return { requestTimeout, connectionsCheckingInterval: Math.min(slowestCheck, requestTimeout) }
}

/** Whether a browser shows the answer as a page of its own: nobody else sees it then. */
function isNavigation({ method, headers }: IncomingMessage): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': shownAs } = headers
  return method === 'GET' && mode === 'navigate' && shownAs === 'document'
}

function refusePlainly(why: string, _: IncomingMessage, response: ServerResponse): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }
  response.writeHead(403, headers).end(`${why}\n`)
}
