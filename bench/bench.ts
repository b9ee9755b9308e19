/** One number of a bench. Less is better, always: measure time, bytes or ratios, not speed. */
export interface Measurement {
  readonly name: string
  readonly value: number
  readonly unit: 'ms' | 'kB' | '×'
  /** Above this the bench fails; absent when there is no promise to keep. */
  readonly limit?: number
}

/**
 * The value that bench/<subject>.bench.ts exports as `bench`. Inputs are fixed; what is compared is measured
 * in turns within one run, because two runs on a busy machine compare only the machine.
 */
export interface Bench {
  readonly summary: string
  readonly measure: () => Promise<readonly Measurement[]>
}
