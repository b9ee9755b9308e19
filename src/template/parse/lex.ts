import { isPrint, quote } from '../../formats/quote.ts'
import { isDigit as isUnicodeDigit, isLetter } from '../../formats/unicode/go-unicode.ts'
import { keywords, SourceToken, type Token, type TokenKind } from './tokens.ts'

const spacePattern = /[ \t\r\n]*/y
const decimalPattern = /[+-]?[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?i?/y
const hexPattern = /[+-]?0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?i?/y
const octalPattern = /[+-]?0[oO][0-7_]*(?:\.[0-7_]*)?i?/y
const binaryPattern = /[+-]?0[bB][01_]*(?:\.[01_]*)?i?/y
const prefixPattern = /[+-]?0([xXoObB])/y

// Templates are read by character codes, in tables and without intermediate strings, because a large chart
// has several hundred thousand tokens that are read once.
const quoteMark = 0x22
const apostrophe = 0x27
const dash = 0x2d
const dot = 0x2e
const star = 0x2a
const slash = 0x2f
const backslash = 0x5c
const closeBrace = 0x7d

const words = table('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_')
const nameEnds = table(' \t\r\n.,|:()')
const numberParts = table('.+-')

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
    if (this.input.charCodeAt(inside) === slash && this.input.charCodeAt(inside + 1) === star) {
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
    const { input, pos } = this
    const code = input.charCodeAt(pos)
    if (isSpace(code)) return this.lexSpace()
    if (code === closeBrace && input.charCodeAt(pos + 1) === closeBrace) return this.lexEnd()
    if (code === dot && !isDigit(input.charCodeAt(pos + 1)) && pos + 1 < input.length) {
      return this.lexName('field')
    }
    if (isDigit(code) || (code < 0x80 && numberParts[code] === 1)) return this.lexNumber()
    const char = input[pos]
    return char === undefined ? this.fail('unclosed action') : this.lexSymbol(char)
  }

  private lexEnd(): Token {
    return this.parenDepth === 0 ? this.lexRightDelimiter() : this.fail('unclosed left paren')
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
        return this.lexQuoted(quoteMark, 'string', 'unterminated quoted string')
      case "'":
        return this.lexQuoted(apostrophe, 'char-constant', 'unterminated character constant')
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
    const end = this.wordEnd(this.pos)
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
    this.pos = this.wordEnd(this.pos)
    if (!this.atTerminator()) return this.fail(`bad character ${showRune(this.runeAt(this.pos))}`)
    return this.emit(kind)
  }

  /** A run of spaces, without the last one where it belongs to a trimming right delimiter. */
  private lexSpace(): Token {
    const { input } = this
    let end = this.pos + 1
    while (isSpace(input.charCodeAt(end))) end++
    if (this.atTrimmedRightDelimiter(end - 1)) {
      if (end - this.pos === 1) return this.lexEnd()
      end--
    }
    this.pos = end
    return this.emit('space')
  }

  private lexQuoted(mark: number, kind: TokenKind, unterminated: string): Token {
    const { input } = this
    let at = this.pos + 1
    for (;;) {
      let code = input.charCodeAt(at++)
      if (code === mark) break
      // An escaped character does not close the literal, but the line may still not end.
      if (code === backslash) code = input.charCodeAt(at++)
      if (code === 0x0a || at > input.length) return this.fail(unterminated)
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
    if (this.skipDigits()) return this.emit('number')
    if (!this.scanNumber()) return this.badNumber()
    const sign = this.input[this.pos]
    if (sign !== '+' && sign !== '-') return this.emit('number')
    if (!this.scanNumber() || this.input[this.pos - 1] !== 'i') return this.badNumber()
    return this.emit('complex')
  }

  /** Passes a number of digits alone, which nearly all are. */
  private skipDigits(): boolean {
    const { input } = this
    let at = this.pos
    let code = input.charCodeAt(at)
    while (isDigit(code)) code = input.charCodeAt(++at)
    if (at === this.pos || !(code < 0x80) || words[code] === 1 || numberParts[code] === 1)
      return false
    this.pos = at
    return true
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
    if (this.wordEnd(this.pos) === this.pos) return true
    this.pos += String.fromCodePoint(this.input.codePointAt(this.pos) ?? 0).length
    return false
  }

  private badNumber(): Token {
    return this.fail(`bad number syntax: ${quote(this.input.slice(this.start, this.pos))}`)
  }

  /** Whether a name may end here. */
  private atTerminator(): boolean {
    const { input, pos } = this
    const code = input.charCodeAt(pos)
    if (!(code < 0x80)) return pos >= input.length
    if (nameEnds[code] === 1) return true
    return code === closeBrace && input.charCodeAt(pos + 1) === closeBrace
  }

  private hasLeftTrim(at: number): boolean {
    return this.input.charCodeAt(at) === dash && isSpace(this.input.charCodeAt(at + 1))
  }

  private atTrimmedRightDelimiter(at: number): boolean {
    const { input } = this
    return (
      input.charCodeAt(at + 1) === dash &&
      isSpace(input.charCodeAt(at)) &&
      input.charCodeAt(at + 2) === closeBrace &&
      input.charCodeAt(at + 3) === closeBrace
    )
  }

  /** Where the letters and digits end that begin at a place. */
  private wordEnd(from: number): number {
    const { input } = this
    let at = from
    let code = input.charCodeAt(at)
    while (code < 0x80 && words[code] === 1) code = input.charCodeAt(++at)
    return code < 0x80 || at >= input.length ? at : this.endOfWord(at)
  }

  private endOfWord(from: number): number {
    let at = from
    for (;;) {
      const point = this.input.codePointAt(at)
      if (point === undefined) return at
      const char = String.fromCodePoint(point)
      if (char !== '_' && !isLetter(char) && !isUnicodeDigit(char)) return at
      at += char.length
    }
  }

  private trimEnd(from: number, to: number): number {
    let end = to
    while (end > from && isSpace(this.input.charCodeAt(end - 1))) end--
    return end
  }

  private trimStart(from: number): number {
    return isSpace(this.input.charCodeAt(from)) ? this.match(spacePattern, from) : from
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
    const token = new SourceToken(kind, this.input, this.start, this.pos, this.line)
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
    const token: Token = {
      kind: 'error',
      pos: this.start,
      text: message,
      line: this.line,
      name: '',
    }
    this.start = 0
    this.pos = 0
    this.input = ''
    return token
  }
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function table(chars: string): Uint8Array {
  const codes = new Uint8Array(0x80)
  for (const char of chars) codes[char.charCodeAt(0)] = 1
  return codes
}

/** Go's %#U. */
function showRune(point: number): string {
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  return isPrint(point) ? `${code} '${String.fromCodePoint(point)}'` : code
}
