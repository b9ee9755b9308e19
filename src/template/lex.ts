import { isPrint, quote } from '../formats/quote.ts'
import { keywords, type Token, type TokenKind } from './tokens.ts'

const wordPattern = /[\p{L}\p{Nd}_]*/uy
const spacePattern = /[ \t\r\n]*/y
const decimalPattern = /[+-]?[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?i?/y
const hexPattern = /[+-]?0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?i?/y
const octalPattern = /[+-]?0[oO][0-7_]*(?:\.[0-7_]*)?i?/y
const binaryPattern = /[+-]?0[bB][01_]*(?:\.[01_]*)?i?/y
const prefixPattern = /[+-]?0([xXoObB])/y

/** Which words are functions although the language has them as keywords. */
export interface LexOptions {
  readonly breakIsFunction: boolean
  readonly continueIsFunction: boolean
}

/** Cuts a template text into tokens, one at a time, because an error ends the work. */
export class Lexer {
  private input: string
  private readonly options: LexOptions
  private pos = 0
  private start = 0
  private line = 1
  private insideAction = false
  private parenDepth = 0
  /** The first line end that is not yet counted. */
  private newline: number

  constructor(input: string, options: LexOptions) {
    this.input = input
    this.options = options
    this.newline = this.newlineFrom(0)
  }

  next(): Token {
    return this.insideAction ? this.lexAction() : this.lexText()
  }

  private lexText(): Token {
    for (;;) {
      const found = this.input.indexOf('{{', this.pos)
      if (found < 0) return this.lexRest()
      const end = this.hasLeftTrim(found + 2) ? this.trimEnd(this.pos, found) : found
      if (end > this.pos) {
        this.pos = end
        const token = this.emit('text')
        this.skipTo(found)
        return token
      }
      this.skipTo(found)
      const token = this.lexLeftDelimiter()
      if (token !== undefined) return token
    }
  }

  private lexRest(): Token {
    this.pos = this.input.length
    return this.emit(this.pos > this.start ? 'text' : 'eof')
  }

  /** The opening of an action; undefined after a comment, which gives no token. */
  private lexLeftDelimiter(): Token | undefined {
    this.pos += 2
    const inside = this.pos + (this.hasLeftTrim(this.pos) ? 2 : 0)
    if (this.input.startsWith('/*', inside)) {
      this.skipTo(inside)
      return this.lexComment()
    }
    const token = this.emit('left-delimiter')
    this.insideAction = true
    this.parenDepth = 0
    this.skipTo(inside)
    return token
  }

  private lexComment(): Token | undefined {
    const end = this.input.indexOf('*/', this.pos + 2)
    if (end < 0) return this.fail('unclosed comment')
    this.pos = end + 2
    const trims = this.atTrimmedRightDelimiter(this.pos)
    if (!trims && !this.input.startsWith('}}', this.pos)) {
      return this.fail('comment ends before closing delimiter')
    }
    const after = this.pos + (trims ? 4 : 2)
    this.skipTo(trims ? this.trimStart(after) : after)
    return undefined
  }

  private lexRightDelimiter(): Token {
    const trims = this.atTrimmedRightDelimiter(this.pos)
    if (trims) this.skipTo(this.pos + 2)
    this.pos += 2
    const token = this.emit('right-delimiter')
    if (trims) this.skipTo(this.trimStart(this.pos))
    this.insideAction = false
    return token
  }

  private lexAction(): Token {
    if (this.input.startsWith('}}', this.pos) || this.atTrimmedRightDelimiter(this.pos)) {
      return this.parenDepth === 0 ? this.lexRightDelimiter() : this.fail('unclosed left paren')
    }
    const char = this.input[this.pos]
    if (char === undefined) return this.fail('unclosed action')
    if (isSpace(char)) return this.lexSpace()
    if (char === '.' && !isDigit(this.input[this.pos + 1]) && this.pos + 1 < this.input.length) {
      return this.lexName('field')
    }
    if (char === '.' || char === '+' || char === '-' || isDigit(char)) return this.lexNumber()
    return this.lexSymbol(char)
  }

  private lexSymbol(char: string): Token {
    switch (char) {
      case '=':
        return this.emitAfter(1, 'assign')
      case ':':
        return this.input[this.pos + 1] === '='
          ? this.emitAfter(2, 'declare')
          : this.fail('expected :=')
      case '|':
        return this.emitAfter(1, 'pipe')
      case '"':
        return this.lexQuoted('"', 'string', 'unterminated quoted string')
      case "'":
        return this.lexQuoted("'", 'char-constant', 'unterminated character constant')
      case '`':
        return this.lexRawString()
      case '$':
        return this.lexName('variable')
      case '(':
        this.parenDepth++
        return this.emitAfter(1, 'left-paren')
      case ')':
        this.parenDepth--
        return this.parenDepth < 0
          ? this.fail('unexpected right paren')
          : this.emitAfter(1, 'right-paren')
      default:
        return this.lexWord(char)
    }
  }

  private lexWord(char: string): Token {
    const end = this.match(wordPattern, this.pos)
    if (end === this.pos) {
      return char >= ' ' && char <= '~'
        ? this.emitAfter(1, 'char')
        : this.fail(`unrecognized character in action: ${showRune(this.runeAt(this.pos))}`)
    }
    this.pos = end
    if (!this.atTerminator()) return this.fail(`bad character ${showRune(this.runeAt(this.pos))}`)
    return this.emit(this.kindOfWord(this.input.slice(this.start, end)))
  }

  private kindOfWord(word: string): TokenKind {
    if (word === 'true' || word === 'false') return 'bool'
    if (word === 'break' && this.options.breakIsFunction) return 'identifier'
    if (word === 'continue' && this.options.continueIsFunction) return 'identifier'
    return keywords.get(word) ?? 'identifier'
  }

  /** A field or a variable; its dot or dollar is at the position. */
  private lexName(kind: 'field' | 'variable'): Token {
    this.pos++
    if (this.atTerminator()) return this.emit(kind === 'variable' ? 'variable' : 'dot')
    this.pos = this.match(wordPattern, this.pos)
    if (!this.atTerminator()) return this.fail(`bad character ${showRune(this.runeAt(this.pos))}`)
    return this.emit(kind)
  }

  /** A run of spaces, without the last one where it belongs to a trimming right delimiter. */
  private lexSpace(): Token {
    const end = this.match(spacePattern, this.pos)
    const trims = this.atTrimmedRightDelimiter(end - 1)
    if (trims && end - this.pos === 1) return this.lexRightDelimiter()
    this.pos = trims ? end - 1 : end
    return this.emit('space')
  }

  private lexQuoted(quoteMark: string, kind: TokenKind, unterminated: string): Token {
    let at = this.pos + 1
    for (;;) {
      let char = this.input[at++]
      if (char === '\\') char = this.input[at++] === '\n' ? '\n' : '\\'
      if (at > this.input.length || char === '\n') return this.fail(unterminated)
      if (char === quoteMark) break
    }
    this.pos = at
    return this.emit(kind)
  }

  private lexRawString(): Token {
    const end = this.input.indexOf('`', this.pos + 1)
    if (end < 0) return this.fail('unterminated raw quoted string')
    this.pos = end + 1
    return this.emit('raw-string')
  }

  /** A number, loosely: what is wrong with it is left to the parser. */
  private lexNumber(): Token {
    if (!this.scanNumber()) return this.badNumber()
    const sign = this.input[this.pos]
    if (sign !== '+' && sign !== '-') return this.emit('number')
    if (!this.scanNumber() || this.input[this.pos - 1] !== 'i') return this.badNumber()
    return this.emit('complex')
  }

  private scanNumber(): boolean {
    prefixPattern.lastIndex = this.pos
    const prefix = prefixPattern.exec(this.input)?.[1]?.toLowerCase()
    const pattern =
      prefix === 'x'
        ? hexPattern
        : prefix === 'o'
          ? octalPattern
          : prefix === 'b'
            ? binaryPattern
            : decimalPattern
    this.pos = this.match(pattern, this.pos)
    const wordEnd = this.match(wordPattern, this.pos)
    if (wordEnd === this.pos) return true
    this.pos += String.fromCodePoint(this.input.codePointAt(this.pos) ?? 0).length
    return false
  }

  private badNumber(): Token {
    return this.fail(`bad number syntax: ${quote(this.input.slice(this.start, this.pos))}`)
  }

  /** Whether a name may end here. */
  private atTerminator(): boolean {
    const char = this.input[this.pos]
    return (
      char === undefined ||
      isSpace(char) ||
      '.,|:()'.includes(char) ||
      this.input.startsWith('}}', this.pos)
    )
  }

  private hasLeftTrim(at: number): boolean {
    return this.input[at] === '-' && isSpace(this.input[at + 1])
  }

  private atTrimmedRightDelimiter(at: number): boolean {
    return isSpace(this.input[at]) && this.input.startsWith('-}}', at + 1)
  }

  private trimEnd(from: number, to: number): number {
    let end = to
    while (end > from && isSpace(this.input[end - 1])) end--
    return end
  }

  private trimStart(from: number): number {
    return this.match(spacePattern, from)
  }

  private match(pattern: RegExp, at: number): number {
    pattern.lastIndex = at
    return pattern.test(this.input) ? pattern.lastIndex : at
  }

  private runeAt(at: number): number {
    const point = this.input.codePointAt(at) ?? 0
    return point >= 0xd800 && point <= 0xdfff ? 0xfffd : point
  }

  private emitAfter(length: number, kind: TokenKind): Token {
    this.pos += length
    return this.emit(kind)
  }

  private emit(kind: TokenKind): Token {
    const text = this.input.slice(this.start, this.pos)
    const token = { kind, pos: this.start, text, line: this.line }
    this.skipTo(this.pos)
    return token
  }

  /** Moves on to a position without giving a token for what lies before it. */
  private skipTo(end: number): void {
    while (this.newline < end) {
      this.line++
      this.newline = this.newlineFrom(this.newline + 1)
    }
    this.pos = end
    this.start = end
  }

  private newlineFrom(at: number): number {
    const found = this.input.indexOf('\n', at)
    return found < 0 ? Infinity : found
  }

  private fail(message: string): Token {
    const token: Token = { kind: 'error', pos: this.start, text: message, line: this.line }
    this.start = 0
    this.pos = 0
    this.input = ''
    return token
  }
}

function isSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\r' || char === '\n'
}

function isDigit(char: string | undefined): boolean {
  return char !== undefined && char >= '0' && char <= '9'
}

/** Go's %#U. */
function showRune(point: number): string {
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  return isPrint(point) ? `${code} '${String.fromCodePoint(point)}'` : code
}
