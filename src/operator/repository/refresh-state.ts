import type { RefreshOutcome } from '../../catalog/refresh/refresh-job.ts'

/** What the passes over one Repository have found since the start. */
export interface RefreshState {
  /** What the last attempt was made with: another text wants another attempt. */
  readonly inputs: string
  /** The wish to refresh at once that was last answered. */
  readonly wish: string
  /** When the last attempt was over, in milliseconds since 1970. */
  readonly triedAt: number
  /** What is in the index; that of an earlier attempt when the last one failed. */
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
