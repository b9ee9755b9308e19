import type { Store } from './store.ts'

/** One request, read and checked, as the routes see it. */
export interface Call {
  readonly store: Store
  readonly method: string
  readonly repository: string
  /** The part of the path after the kind of thing: a digest, a tag, the id of an upload. */
  readonly reference: string
  readonly query: URLSearchParams
  readonly header: (name: string) => string | undefined
  readonly body: AsyncIterable<Uint8Array>
  readonly maxBlobBytes: number
  readonly signal: AbortSignal
}
