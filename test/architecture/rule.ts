import type { Tree } from './tree.ts'

/** One violation of one rule, in one file. */
export interface Finding {
  readonly rule: string
  readonly file: string
  readonly message: string
}

/** A violation as a rule reports it. */
export type Report = Omit<Finding, 'rule'>

/** A rule has a name that findings and violation folders carry. */
export interface Rule {
  readonly name: string
  readonly check: (tree: Tree) => readonly Report[]
}
