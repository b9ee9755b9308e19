import {
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  createServer,
} from 'node:http'
import { type ServerOptions, createServer as createTlsServer } from 'node:https'
import { type AddressInfo, isIP } from 'node:net'
import { refusalOfCaller } from './foreign-caller.ts'

export interface HttpListenOptions {
  /** The address to listen on. */
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** Names besides localhost by which clients may call the server; `.domain` is every name below it. */
  readonly names?: readonly string[]
  /** Speaks plain HTTP when absent. */
  readonly tls?: ServerOptions
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
}

/**
 * Listens for HTTP. Every listener of this program is opened here, so that each of them refuses requests that
 * come from web pages of other origins or through names that are not its own.
 */
export async function listenHttp(
  listener: RequestListener,
  options: HttpListenOptions,
): Promise<HttpListening> {
  const { host, port, tls, refuse = refusePlainly } = options
  const scheme = tls === undefined ? 'http' : 'https'
  const names = [...(options.names ?? []), ...(isIP(host) === 0 ? [host] : [])]
  const known = names.map((name) => name.toLowerCase())
  const checked: RequestListener = (request, response) => {
    const { headers, socket } = request
    const why = refusalOfCaller({ headers, localAddress: socket.localAddress, scheme }, known)
    if (why === undefined) listener(request, response)
    else refuse(why, request, response)
  }
  const server = tls === undefined ? createServer(checked) : createTlsServer(tls, checked)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { address, family, port: taken } = server.address() as AddressInfo
  const authority = family === 'IPv6' ? `[${address}]:${taken}` : `${address}:${taken}`
  return { server, port: taken, authority, url: `${scheme}://${authority}` }
}

function refusePlainly(why: string, _: IncomingMessage, response: ServerResponse): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }
  response.writeHead(403, headers).end(`${why}\n`)
}
