import { lex } from './lex.ts'

export interface Tree {
  readonly text: string
}

export const parse = (text: string) => lex({ text })
