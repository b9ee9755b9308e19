/** A call of `helm template` over our own charts; what helm said is recorded, never typed. */
export interface FlagRow {
  /** A sentence about behaviour or the words themselves; unique in its file. */
  readonly name: string
  /** Words after `template`, run in the folder of our charts. */
  readonly args: readonly string[]
  /** Why we do not say what helm says; such a row only has to fail where helm fails. */
  readonly differs?: string
}

export type FlagOutcome = { readonly stdout: string } | { readonly error: string }

/** Rows that only differ in one flag: a row for each of its arguments, named after them. */
export function rowsOf(flag: string, chart: string, given: readonly string[]): FlagRow[] {
  return given.map((text) => ({
    name: `${chart} ${flag} ${JSON.stringify(text).slice(1, -1)}`,
    args: ['demo', chart, flag, text],
  }))
}
