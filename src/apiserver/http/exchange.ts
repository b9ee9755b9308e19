/** The client, as far as the connection and its certificate tell. */
export interface Peer {
  /** The subject of a client certificate that our own authority signed. */
  readonly certificate?: { readonly name: string; readonly groups: readonly string[] }
}

/** A request, however it arrived. */
export interface ApiRequest {
  readonly method: string
  /** Path and query, `/api/v1/pods?limit=500`. */
  readonly path: string
  /** The first value of a header, by its name in lower case. */
  readonly header: (name: string) => string | undefined
  /** All values of a header, for those that may come several times. */
  readonly headers: (name: string) => readonly string[]
  /** Every name of a header, in lower case. */
  readonly headerNames: () => readonly string[]
  readonly body: AsyncIterable<Uint8Array> | undefined
  /** All of the body at once where the connection can do that faster; read only one of the two. */
  readonly readWhole?: (mostBytes: number) => Promise<Uint8Array | 'too large'>
  readonly peer: Peer
  /** Given when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** An answer; a body that comes bit by bit is left by `return` when nobody reads it any more. */
export interface ApiAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Uint8Array | AsyncIterable<Uint8Array>
}

/** Answers a request. Never rejects: failures are answers too. */
export type Answerer = (request: ApiRequest) => Promise<ApiAnswer>
