// A place in the text, with its line and column, and the look ahead that go-yaml's buffer allows.

import {
  byteOrderMark,
  carriageReturn,
  dash,
  dot,
  hash,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isHighSurrogate,
  lineFeed,
  lineSeparator,
  nextLine,
  paragraphSeparator,
  space,
  tab,
} from './characters.ts'
import { yamlError } from '../errors.ts'
import type { Pages, Source } from './source.ts'

/** The characters that take two units, or end a line otherwise than with a line feed. */
const intricate = /[\r\x85\u2028\u2029\ud800-\udfff]/

export class Cursor {
  readonly text: string
  /** Whether `need` has to be called before every look ahead: where pages can fail. */
  readonly isPaged: boolean
  /**
   * Whether every character is one unit, every line ends with a line feed and nothing is paged: then native
   * searches do what loops would, which matters to a program that has only just been started.
   */
  readonly isSimple: boolean
  at = 0
  line = 0
  /** Column zero. Moved along by every character of two units, so that columns count characters. */
  lineStart = 0
  private readonly pages: Pages | undefined
  private nextPage = 0
  private loaded = 0
  private bufferStart = 0

  constructor(source: Source) {
    this.text = source.text
    this.pages = source.pages
    this.isPaged = source.pages !== undefined
    this.isSimple = !this.isPaged && !intricate.test(this.text)
  }

  get column(): number {
    return this.at - this.lineStart
  }

  /** The code of the character here; 0 at the end, which is what NaN becomes by an integer operation. */
  code(): number {
    return this.text.charCodeAt(this.at) | 0
  }

  codeAfter(distance: number): number {
    return this.text.charCodeAt(this.at + distance) | 0
  }

  /** Makes sure that so many characters can be looked at, as go-yaml fills its buffer. */
  need(count: number): void {
    if (this.isPaged) this.load(count)
  }

  /** Steps over a character that is not a line break. */
  skip(): void {
    if (isHighSurrogate(this.text.charCodeAt(this.at))) {
      this.at++
      this.lineStart++
    }
    this.at++
  }

  skipSpaces(): void {
    if (!this.isPaged) {
      const { text } = this
      let at = this.at
      while (text.charCodeAt(at) === space) at++
      this.at = at
      return
    }
    while (this.code() === space) {
      this.at++
      this.need(1)
    }
  }

  skipBlanks(): void {
    while (isBlank(this.code())) {
      this.at++
      this.need(1)
    }
  }

  /** Steps to the end of the line if a comment begins here. */
  skipComment(): void {
    if (this.code() !== hash) return
    const { text, isPaged } = this
    if (this.isSimple) {
      const end = text.indexOf('\n', this.at)
      this.at = end < 0 ? text.length : end
      return
    }
    for (;;) {
      const code = text.charCodeAt(this.at) | 0
      if (code < space ? code !== tab : code >= nextLine && isBreak(code)) return
      this.skip()
      if (isPaged) this.load(1)
    }
  }

  /** Steps over a line break and returns it as scalars have it: a line feed unless it is U+2028 or U+2029. */
  takeBreak(): string {
    const code = this.text.charCodeAt(this.at)
    this.at += code === carriageReturn && this.text.charCodeAt(this.at + 1) === lineFeed ? 2 : 1
    this.line++
    this.lineStart = this.at
    if (code === lineSeparator) return '\u2028'
    return code === paragraphSeparator ? '\u2029' : '\n'
  }

  /** Whether `---` or `...` stands here, alone, at the beginning of a line. */
  isAtDocumentMarker(): boolean {
    if (this.at !== this.lineStart) return false
    const code = this.text.charCodeAt(this.at)
    if (code !== dash && code !== dot) return false
    return (
      this.text.charCodeAt(this.at + 1) === code &&
      this.text.charCodeAt(this.at + 2) === code &&
      isBlankOrEnd(this.codeAfter(3))
    )
  }

  /**
   * Whether go-yaml thinks that a byte order mark begins this line. It looks at the first character
   * of its buffer instead of the current one, so that one mark can swallow a character per line.
   */
  isAtByteOrderMark(): boolean {
    return (
      this.isPaged &&
      this.at === this.lineStart &&
      this.text.charCodeAt(this.bufferStart) === byteOrderMark
    )
  }

  /** Fails with an error of the scanner, which counts lines from one. */
  fail(problem: string): never {
    throw yamlError('syntax', problem, this.line === 0 ? 0 : this.line + 1)
  }

  private load(count: number): void {
    if (this.hasUnread(count)) return
    this.bufferStart = this.at
    const { ends, fault } = this.pages ?? { ends: [], fault: undefined }
    do {
      const end = ends[this.nextPage++]
      if (end !== undefined) this.loaded = end
      else if (fault !== undefined) throw yamlError('encoding', fault, 0)
      else {
        // The end of the text is one more NUL each time.
        this.loaded++
        return
      }
    } while (!this.hasUnread(count))
  }

  private hasUnread(count: number): boolean {
    let at = this.at
    for (let i = 0; i < count; i++) {
      if (at >= this.loaded) return false
      at += isHighSurrogate(this.text.charCodeAt(at)) ? 2 : 1
    }
    return true
  }
}
