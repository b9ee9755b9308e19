/** A call of `helm lint`; what helm said is recorded, never typed. */
export interface LintRow {
  /** A sentence about behaviour; unique in its file. */
  readonly name: string
  /** Files of the chart `sample` by path; a path that ends with a slash is an empty folder. Without them the row is about our charts. */
  readonly files?: Readonly<Record<string, string>>
  /** Words after `lint`; the chart `sample` alone when absent. */
  readonly args?: readonly string[]
}

/** The output that a user sees, with the folder of the run written as FOLDER. */
export interface LintOutcome {
  readonly exitCode: number
  readonly stdout: string
  /** The text after `Error: ` on stderr. */
  readonly error?: string
}

export const defaultArgs: readonly string[] = ['sample']
