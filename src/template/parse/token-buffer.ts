import type { Lexer } from './lex.ts'
import { SourceToken, tokenText, type Token, type TokenKind } from './tokens.ts'

/** A text that is not a well-formed template; the message is text/template's. */
export class ParseError extends Error {}

const noToken: Token = new SourceToken('error', '', 0, 0, 0)

/**
 * Tokens with three of lookahead, and the errors that name the line of the newest token. Each template
 * of a text has its own, over the lexer that they share.
 */
export class TokenBuffer {
  private readonly lexer: Lexer
  private readonly sourceName: string
  private readonly tokens: [Token, Token, Token] = [noToken, noToken, noToken]
  private pending = 0
  /** The line where the action being parsed starts; 0 outside actions. */
  actionLine = 0

  constructor(lexer: Lexer, sourceName: string) {
    this.lexer = lexer
    this.sourceName = sourceName
  }

  next(): Token {
    if (this.pending > 0) this.pending--
    else this.tokens[0] = this.lexer.next()
    return this.tokens[this.pending] ?? noToken
  }

  peek(): Token {
    if (this.pending > 0) return this.tokens[this.pending - 1] ?? noToken
    this.pending = 1
    this.tokens[0] = this.lexer.next()
    return this.tokens[0]
  }

  /** Gives back the token that was read last. */
  back(): void {
    this.pending++
  }

  /** Gives back an earlier token before the one that was read last and is given back too. */
  backTwo(first: Token): void {
    this.tokens[1] = first
    this.pending = 2
  }

  backThree(first: Token, second: Token): void {
    this.tokens[1] = second
    this.tokens[2] = first
    this.pending = 3
  }

  nextNonSpace(): Token {
    let token = this.next()
    while (token.kind === 'space') token = this.next()
    return token
  }

  peekNonSpace(): Token {
    const token = this.nextNonSpace()
    this.back()
    return token
  }

  expect(kinds: readonly TokenKind[], context: string): Token {
    const token = this.nextNonSpace()
    if (!kinds.includes(token.kind)) throw this.unexpected(token, context)
    return token
  }

  unexpected(token: Token, context: string): ParseError {
    if (token.kind !== 'error') return this.error(`unexpected ${tokenText(token)} in ${context}`)
    if (this.actionLine === 0 || this.actionLine === token.line) return this.error(token.text)
    // Avoids "action in action".
    const joint = token.text.endsWith(' action') ? ' started' : ' in action started'
    return this.error(`${token.text}${joint} at ${this.sourceName}:${this.actionLine}`)
  }

  error(message: string): ParseError {
    return new ParseError(`template: ${this.sourceName}:${this.tokens[0].line}: ${message}`)
  }
}
