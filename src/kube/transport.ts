// A request and its answer, as everything above the network sees them. Production hands in
// createUndiciTransport; simulations hand in an API server in the same process.

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface TransportRequest {
  readonly method: Method
  /** Path and query below the address of the server, `/api/v1/pods?limit=500`. */
  readonly path: string
  /** Names in lower case; a list becomes several lines of one header. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
  /** The body has no end that can be waited for: a watch, or logs that are followed. */
  readonly stream: boolean
}

export interface TransportResponse {
  readonly status: number
  /** All values of a header, by its name in lower case. */
  readonly header: (name: string) => readonly string[]
  /** Read to its end, or left by `return`, else the connection is lost. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Sends one request to one cluster: no retries, no redirects. Rejects when there is no answer. */
export type Transport = (
  request: TransportRequest,
  signal: AbortSignal,
) => Promise<TransportResponse>
