import { quote } from '../../formats/quote.ts'

export type TokenKind =
  | 'error'
  | 'bool'
  | 'char'
  | 'char-constant'
  | 'complex'
  | 'assign'
  | 'declare'
  | 'eof'
  | 'field'
  | 'identifier'
  | 'left-delimiter'
  | 'left-paren'
  | 'number'
  | 'pipe'
  | 'raw-string'
  | 'right-delimiter'
  | 'right-paren'
  | 'space'
  | 'string'
  | 'text'
  | 'variable'
  | Keyword

export type Keyword =
  | 'block'
  | 'break'
  | 'continue'
  | 'dot'
  | 'define'
  | 'else'
  | 'end'
  | 'if'
  | 'nil'
  | 'range'
  | 'template'
  | 'with'

export interface Token {
  readonly kind: TokenKind
  /** Where it starts in the text, in UTF-16 units. */
  readonly pos: number
  readonly text: string
  /** The line where it starts, from 1. */
  readonly line: number
  /** The text behind its first character: the name of a field without its dot. */
  readonly name: string
}

/** A token that cuts its text out only when it is asked for: of most tokens nobody wants it. */
export class SourceToken implements Token {
  readonly kind: TokenKind
  readonly pos: number
  readonly line: number
  private readonly source: string
  private readonly end: number

  // Positional, because a token is made for every word of a template.
  // oxlint-disable-next-line max-params -- an object for each token would slow every parse
  constructor(kind: TokenKind, source: string, pos: number, end: number, line: number) {
    this.kind = kind
    this.pos = pos
    this.line = line
    this.source = source
    this.end = end
  }

  get text(): string {
    return this.source.slice(this.pos, this.end)
  }

  get name(): string {
    return this.source.slice(this.pos + 1, this.end)
  }
}

/** Words of the language by their spelling. */
export const keywords: ReadonlyMap<string, Keyword> = new Map([
  ['block', 'block'],
  ['break', 'break'],
  ['continue', 'continue'],
  ['define', 'define'],
  ['else', 'else'],
  ['end', 'end'],
  ['if', 'if'],
  ['nil', 'nil'],
  ['range', 'range'],
  ['template', 'template'],
  ['with', 'with'],
])

const shownLength = 10

/** A token as parse errors show it. */
export function tokenText(token: Token): string {
  if (token.kind === 'eof') return 'EOF'
  if (token.kind === 'error') return token.text
  if (token.kind === 'dot' || keywords.has(token.kind)) return `<${token.text}>`
  if (new TextEncoder().encode(token.text).length <= shownLength) return quote(token.text)
  return `${quote(Array.from(token.text).slice(0, shownLength).join(''))}...`
}
