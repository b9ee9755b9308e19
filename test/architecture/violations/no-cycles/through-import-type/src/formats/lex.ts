import type { Tree } from './parse.ts'

export const lex = (tree: Tree) => tree.text
