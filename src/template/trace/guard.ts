import type { BranchNode } from '../parse/nodes.ts'
import type { ReadSet } from './read-set.ts'

/** The condition that decided a branch. */
export interface Guard {
  /** The same for every time that the branch is decided. */
  readonly node: object
  readonly kind: BranchNode['kind']
  readonly reads: ReadSet
  /** The texts that the condition may compare with. */
  readonly literals: readonly string[]
  /** Whether there is something that would be executed had it been decided otherwise. */
  readonly opens: boolean
  /** Whether a text, field or template of the branch, or the name of the template it is in, is one that is meant. */
  readonly mentions: (isMeant: (text: string) => boolean) => boolean
}
