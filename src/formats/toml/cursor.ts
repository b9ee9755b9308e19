// A place in a TOML text, and the errors that are found there.

import { quoteRune } from '../quote.ts'

/** The code that next() gives at the end of the text. */
export const end = 0

/** Something wrong in a TOML text; the caller that knows the last key adds it. */
export class TomlProblem extends Error {
  readonly line: number

  constructor(message: string, line: number) {
    super(message)
    this.line = line
  }
}

export class TomlCursor {
  line = 1
  private readonly text: string
  private at = 0
  private start = 0
  private atEnd = false

  constructor(text: string) {
    this.text = text
  }

  /** Takes the next character; `end` when there is none. */
  next(): number {
    const point = this.text.codePointAt(this.at)
    if (point === undefined) {
      this.atEnd = true
      return end
    }
    if (point === 0x0a) this.line++
    else this.check(point)
    this.at += point > 0xffff ? 2 : 1
    return point
  }

  private check(point: number): void {
    if (point >= 0xd800 && point <= 0xdfff)
      throw new TomlProblem(`invalid UTF-8 byte: 0x${hex(point & 0xff)}`, this.line)
    const lonelyReturn = point === 0x0d && this.text.charCodeAt(this.at + 1) !== 0x0a
    if (lonelyReturn || isControl(point))
      throw new TomlProblem(
        `TOML files cannot contain control characters: '0x${hex(point)}'`,
        this.line,
      )
  }

  /** Gives the last character back. */
  backup(): void {
    if (this.atEnd) {
      this.atEnd = false
      return
    }
    const low = this.text.charCodeAt(this.at - 1)
    this.at -= low >= 0xdc00 && low <= 0xdfff ? 2 : 1
    if (this.text.charCodeAt(this.at) === 0x0a) this.line--
  }

  peek(): number {
    const point = this.next()
    this.backup()
    return point
  }

  /** Takes the next character if it is this one. */
  accept(char: string): boolean {
    if (this.next() === char.charCodeAt(0)) return true
    this.backup()
    return false
  }

  takeWhile(wanted: (point: number) => boolean): void {
    while (wanted(this.next()));
    this.backup()
  }

  skipBlanks(): void {
    this.takeWhile(isBlank)
    this.mark()
  }

  /** Begins a token here. */
  mark(): void {
    this.start = this.at
  }

  /** The token so far. */
  token(): string {
    return this.text.slice(this.start, this.at)
  }

  /** An error here; at the end of the text it belongs to the last line that is not empty. */
  fail(message: string): never {
    const afterBreak = this.atEnd && this.text.charCodeAt(this.at - 1) === 0x0a
    throw new TomlProblem(message, afterBreak ? this.line - 1 : this.line)
  }

  failOnPreviousLine(message: string): never {
    throw new TomlProblem(message, this.line - 1)
  }

  /** An error that counts as one of the line before at the end of the text, whatever stands there. */
  failHere(message: string): never {
    throw new TomlProblem(message, this.atEnd ? this.line - 1 : this.line)
  }
}

export function isBlank(point: number): boolean {
  return point === 0x20 || point === 0x09
}

export function isBreak(point: number): boolean {
  return point === 0x0a || point === 0x0d
}

export function isDigit(point: number): boolean {
  return point >= 0x30 && point <= 0x39
}

export function isHex(point: number): boolean {
  const lower = point | 0x20
  return isDigit(point) || (lower >= 0x61 && lower <= 0x66)
}

/** A character in single quotes, or the words "end of file". */
export function nameOf(point: number): string {
  return point === end ? 'end of file' : `'${String.fromCodePoint(point)}'`
}

/** A character as Go's %q writes it. */
export function quoted(point: number): string {
  return quoteRune(point)
}

function isControl(point: number): boolean {
  return (point < 0x20 && point !== 0x09 && point !== 0x0d) || point === 0x7f
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}
