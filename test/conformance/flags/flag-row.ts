/** A call of `helm template` over our own charts; what helm said is recorded, never typed. */
export interface FlagRow {
  /** A sentence about behaviour; unique in its file. */
  readonly name: string
  /** Words after `template`, run in the folder of our charts. */
  readonly args: readonly string[]
}

export type FlagOutcome = { readonly stdout: string } | { readonly error: string }
