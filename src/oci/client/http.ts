// A request and its answer, as everything above the transport sees them.

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface HttpRequest {
  readonly method: Method
  readonly url: URL
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes, or a stream that can be opened again when the request has to be sent again. */
  readonly body?: Uint8Array | RequestStream
  /** The same request twice does what it does once; GET and HEAD always are. */
  readonly idempotent?: true
  /** For the whole exchange, in milliseconds; streams of unknown length have none. */
  readonly timeout?: number
}

export interface RequestStream {
  readonly size: number
  readonly open: () => AsyncIterable<Uint8Array>
}

export interface HttpResponse {
  readonly status: number
  readonly header: (name: string) => string | undefined
  /** Where the answer came from in the end. */
  readonly url: URL
  /** Must be read to its end or discarded, else the connection is lost. */
  readonly body: AsyncIterable<Uint8Array>
  readonly discard: () => Promise<void>
}

/** Sends one request. Each layer (redirects, retries, authorisation) takes one and gives one. */
export type Send = (request: HttpRequest, signal: AbortSignal) => Promise<HttpResponse>
