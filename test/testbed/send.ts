import { Agent, request as httpsRequest } from 'node:https'
import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** The client of a server, and the authority by which it knows the server. All PEM. */
export interface Access {
  readonly url: string
  readonly ca: string
  readonly certificate: string
  readonly key: string
}

export interface RawRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** Plain HTTP over TLS with nothing of ours in between: what is recorded is what the server said. */
export interface RawClient {
  readonly send: (request: RawRequest, signal?: AbortSignal) => Promise<RawAnswer>
  /** The answer as it comes; the caller ends it by the signal. */
  readonly open: (request: RawRequest, signal: AbortSignal) => Promise<IncomingMessage>
  readonly close: () => void
}

/** Without a certificate and its key, the client is nobody unless it sends a token. */
export function createRawClient(access: Access | Omit<Access, 'certificate' | 'key'>): RawClient {
  const { url, ca } = access
  const own = 'key' in access ? { cert: access.certificate, key: access.key } : {}
  const agent = new Agent({ keepAlive: true, ca, ...own })
  const open = async (
    { method, path, headers, body }: RawRequest,
    signal?: AbortSignal,
  ): Promise<IncomingMessage> => {
    // Node leaves the length of a DELETE's body out, and the server would take the body for the next request.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const aborting = signal === undefined ? {} : { signal }
    const options = { agent, method, headers: { ...headers, ...length }, ...aborting }
    const outgoing: ClientRequest = httpsRequest(new URL(path, url), options)
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
    // A connection may break once more after it has failed; the first failure is the one that is told.
    outgoing.on('error', () => {})
    outgoing.end(body)
    const [incoming] = await answered
    return incoming
  }
  return {
    open,
    send: async (request, signal) => {
      const incoming = await open(request, signal)
      const body = await text(incoming)
      return { status: incoming.statusCode ?? 0, headers: incoming.headers, body }
    },
    close: () => agent.destroy(),
  }
}
