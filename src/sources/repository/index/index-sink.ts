import type { IndexChart } from './index-row.ts'

/** Where the charts of an index go. */
export interface IndexSink {
  /** Called in the order of the index. */
  readonly write: (charts: readonly IndexChart[]) => Promise<void>
  /** Forgets everything: the index has to be read again in another way. */
  readonly restart: () => Promise<void>
}

export interface IndexSummary {
  /** Names in order, also of charts without a version. */
  readonly charts: readonly string[]
  /** About entries that Helm leaves out, in its words. */
  readonly warnings: readonly string[]
}
