import { readFileSync } from 'node:fs'

/** The parts that texts play; each has texts that functions treat in a special way. */
const textKinds = [
  ...([
    'str',
    're',
    'repl',
    'ver',
    'range',
    'layout',
    'date',
    'dur',
    'url',
    'path',
    'b64',
  ] as const),
  ...(['b32', 'json', 'yaml', 'toml', 'zone', 'type', 'key', 'glob', 'sep', 'pw', 'file'] as const),
]

export type TextKind = (typeof textKinds)[number]

type ExpressionKind =
  | 'integers'
  | 'floats'
  | 'methods'
  | 'objects'
  | 'list'
  | 'strs'
  | 'dict'
  | 'strmap'

interface Pools {
  /** Bytes that are not UTF-8 are written as in value.ts: U+DC00 + byte. */
  readonly texts: Readonly<Record<TextKind, readonly string[]>>
  /** The first text of a pool that its functions refuse; those after it are refused too. */
  readonly firstBad: Partial<Readonly<Record<TextKind, string>>>
  readonly expressions: Readonly<Record<ExpressionKind, readonly string[]>>
}

const read = JSON.parse(readFileSync(new URL('./pools.json', import.meta.url), 'utf8')) as Pools

export const { texts: pools, firstBad, expressions } = read

export function isTextKind(kind: string): kind is TextKind {
  return (textKinds as readonly string[]).includes(kind)
}
