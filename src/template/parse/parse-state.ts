import { LimitError, maxParseNesting } from '../limits.ts'
import type { Lexer } from './lex.ts'
import type { Source, Tree } from './nodes.ts'
import { TokenBuffer } from './token-buffer.ts'

/** The state that the parsing of one text shares. */
export interface ParseJob {
  readonly source: Source
  readonly lexer: Lexer
  readonly hasFunction: (name: string) => boolean
  readonly trees: Map<string, Tree>
}

/** The parsing of one template of a text: tokens, and what is visible at this place. */
export interface ParseState {
  readonly job: ParseJob
  readonly tokens: TokenBuffer
  /** Variables declared so far, innermost last. */
  variables: string[]
  rangeDepth: number
  /** Parentheses and control structures open at this place, those of enclosing templates included. */
  nesting: number
  parenDepth: number
}

export function newParseState(job: ParseJob, nesting: number): ParseState {
  return {
    job,
    tokens: new TokenBuffer(job.lexer, job.source.name),
    variables: ['$'],
    rangeDepth: 0,
    nesting,
    parenDepth: 0,
  }
}

/** Enters a construct; the caller leaves it by counting down. */
export function enter(state: ParseState): void {
  if (++state.nesting <= maxParseNesting) return
  const place = `${state.job.source.name}:${state.tokens.peek().line}`
  throw new LimitError(
    'nesting',
    `template ${place} has more than ${maxParseNesting} parentheses or control structures inside each other`,
  )
}
