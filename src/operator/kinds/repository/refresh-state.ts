import type { RefreshOutcome } from '../../../catalog/refresh/refresh-job.ts'

/** The findings of the passes over one Repository since the start. */
export interface RefreshState {
  /** The inputs of the last attempt: another text needs another attempt. */
  readonly inputs: string
  /** The request to refresh at once that was last answered. */
  readonly retry: string
  /** When the last attempt was over, in milliseconds since 1970. */
  readonly triedAt: number
  /** The state of the index; that of an earlier attempt when the last one failed. */
  readonly index: (RefreshOutcome & { readonly at: number }) | undefined
  readonly failure: RefreshFailure | undefined
}

export interface RefreshFailure {
  readonly code: string
  readonly message: string
  /** Whether it may pass by itself. */
  readonly transient: boolean
  /** How many attempts failed in a row. */
  readonly count: number
}
