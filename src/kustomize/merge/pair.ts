import type { Schema, Schemas } from '../schema/schema.ts'
import type { YamlNode } from '../yaml/node.ts'

/** Where new items of merged lists go: before the old ones, or after them. */
export type ListGrowth = 'prepend' | 'append'

export interface Merge {
  readonly schemas: Schemas
  readonly growth: ListGrowth
}

/** A place of the object and the same place of the patch. */
export interface Pair {
  readonly dest: YamlNode | undefined
  readonly patch: YamlNode | undefined
}

/**
 * The result of merging a place; undefined when the place goes. A null that was written out stays.
 */
export interface Merged {
  readonly node: YamlNode
  readonly keepsNull: boolean
}

/** Merges what stands at one place; lists have their items merged by it. */
export type MergePair = (pair: Pair, schema: Schema | undefined, merge: Merge) => Merged | undefined
