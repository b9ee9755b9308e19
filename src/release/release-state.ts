import type { OutriggerRecord } from './record/outrigger-record.ts'
import type { ReadRevision } from './record/store.ts'
import type { StoredRevision } from './record/stored-revision.ts'

/** Where a release stands before a verb acts. */
export interface ReleaseState {
  /** All revisions that there are, the oldest first. */
  readonly outline: readonly StoredRevision[]
  /** The newest revision, finished or given up. */
  readonly last: ReadRevision | undefined
  /** The newest deployed one. */
  readonly deployed: ReadRevision | undefined
  /** Our own interrupted attempt at the very same change, which is continued. */
  readonly resumed:
    | { readonly revision: ReadRevision; readonly outriggerRecord: OutriggerRecord }
    | undefined
}
