import type { Answerer, ApiAnswer, Peer } from './exchange.ts'

/** A request of a client in the same process; the shape that `kube/` asks of its transport. */
export interface LocalRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

export interface LocalResponse {
  readonly status: number
  readonly header: (name: string) => readonly string[]
  readonly body: AsyncIterable<Uint8Array>
}

/** Asks the server without a socket, as the given peer. */
export function inProcessTransport(
  answer: Answerer,
  peer: Peer,
): (request: LocalRequest, signal: AbortSignal) => Promise<LocalResponse> {
  return async (request, signal) => {
    signal.throwIfAborted()
    const values = (name: string) => [request.headers[name] ?? []].flat()
    const answered = await answer({
      method: request.method,
      path: request.path,
      header: (name) => values(name)[0],
      headers: values,
      headerNames: () => Object.keys(request.headers),
      body: request.body === undefined ? undefined : oneChunk(Buffer.from(request.body)),
      peer,
      signal,
    })
    return {
      status: answered.status,
      header: (name) => [answered.headers[name] ?? []].flat(),
      body: streamOf(answered),
    }
  }
}

function streamOf({ body }: ApiAnswer): AsyncIterable<Uint8Array> {
  return body instanceof Uint8Array ? oneChunk(body) : body
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
