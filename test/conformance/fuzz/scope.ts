import type { Draw } from './draw.ts'
import type { FuncSignature, Kind } from './signatures.ts'
import type { World } from './world.ts'

export interface Variable {
  readonly name: string
  readonly kind: Kind
}

/** The names that an expression may use at its place in a template. */
export interface Scope {
  readonly draw: Draw
  readonly world: World
  readonly signatures: readonly FuncSignature[]
  readonly variables: readonly Variable[]
  readonly dot: Kind | 'root'
  /** Whether `$` is the top-level dot. */
  readonly rooted: boolean
  /** Names of templates that can be called. */
  readonly templates: readonly string[]
  /** Of a hundred arguments, how many are of any kind but the right one. */
  readonly illTyped: number
  readonly masked: boolean
  readonly reach: (name: string) => void
}

/** An expression; one that is not a term needs parentheses where an operand is wanted. */
export interface Expression {
  readonly text: string
  readonly isTerm: boolean
}

// Written more often, drawn more often.
/** The kinds that `any` may be. */
export const kinds: readonly Kind[] = [
  'nil',
  'bool',
  'bool',
  'int',
  'small',
  'i64',
  'f64',
  'num',
  'str',
  'str',
  'str',
  'str',
  'bytes',
  'list',
  'list',
  'list',
  'strs',
  'dict',
  'dict',
  'dict',
  'strmap',
  'time',
  'semver',
  'object',
  'json',
  'yaml',
  'date',
  'ver',
]
