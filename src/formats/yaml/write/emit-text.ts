// The text that grows while YAML is written, and the four ways to put a string into it.

import { isBreak, isPrintable } from './emit-scalar.ts'

const pads: string[] = ['']

export class YamlText {
  out = ''
  /** Where the current line begins in `out`; column counts from there. */
  private lineStart = 0
  /** The column after which a line is broken at the next space. */
  private readonly width: number

  constructor(width: number) {
    this.width = width
  }

  /** Begins a line with its indentation, unless the last one is still empty. */
  startLine(indent: number): void {
    if (this.out.length !== this.lineStart) this.breakLine()
    if (indent > 0) this.out += padOf(indent)
  }

  breakLine(): void {
    this.out += '\n'
    this.lineStart = this.out.length
  }

  writePlain(text: string, indent: number, mayFold: boolean): void {
    if (mayFold && this.mightFold(text)) this.writeFolding(text, indent, 0)
    else this.out += text
  }

  writeSingleQuoted(text: string, indent: number, mayFold: boolean): void {
    this.out += "'"
    const quoted = text.includes("'") ? text.replaceAll("'", "''") : text
    if ((mayFold && this.mightFold(quoted)) || hasSeparator(quoted))
      this.writeFolding(quoted, indent, mayFold ? 1 : -1)
    else this.out += quoted
    this.out += "'"
  }

  /** Whether the text crosses the width at all. */
  private mightFold(text: string): boolean {
    return this.out.length - this.lineStart + text.length > this.width
  }

  /**
   * Breaks at single spaces past the width, and indents after the separators U+2028 and U+2029. Spaces
   * nearer to the ends than `margin` stay; a negative margin keeps them all.
   */
  private writeFolding(text: string, indent: number, margin: number): void {
    let done = 0
    let afterSpace = false
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === 0x2028 || code === 0x2029) {
        this.out += text.slice(done, i + 1)
        done = i + 1
        this.lineStart = this.out.length
        if (done < text.length && !isBreak(text.charCodeAt(done))) this.out += padOf(indent)
      }
      if (code !== 0x20) {
        afterSpace = false
        continue
      }
      const inside = margin === 0 || (margin > 0 && i >= margin && i < text.length - margin)
      const column = this.out.length - this.lineStart + (i - done)
      if (inside && !afterSpace && column > this.width && text.charCodeAt(i + 1) !== 0x20) {
        this.out += text.slice(done, i)
        this.startLine(indent)
        done = i + 1
      }
      afterSpace = true
    }
    this.out += text.slice(done)
  }

  writeDoubleQuoted(text: string, indent: number, mayFold: boolean): void {
    this.out += '"'
    // A text that starts with a byte order mark is escaped from end to end.
    const escapeAll = text.charCodeAt(0) === 0xfeff
    let done = 0
    let afterSpace = false
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      if (code === 0x20 && !escapeAll) {
        const column = this.out.length - this.lineStart + (i - done)
        if (mayFold && !afterSpace && column > this.width && i > 0 && i < text.length - 1) {
          this.out += text.slice(done, i)
          this.startLine(indent)
          this.out += text.charCodeAt(i + 1) === 0x20 ? '\\' : ''
          done = i + 1
        }
        afterSpace = true
        continue
      }
      afterSpace = false
      if (!escapeAll && !needsEscape(code)) continue
      const point = text.codePointAt(i) ?? 0
      this.out += text.slice(done, i) + escapeOf(point)
      if (point > 0xffff) i++
      done = i + 1
    }
    this.out += text.slice(done) + '"'
  }

  /** The block form; the header is written on the current line. */
  writeLiteral(text: string, indent: number): void {
    this.out += '|' + headerOf(text)
    this.breakLine()
    let from = 0
    while (from < text.length) {
      const end = endOfLine(text, from)
      if (end > from) this.out += padOf(indent) + text.slice(from, end)
      if (end < text.length) {
        this.out += text.charAt(end)
        this.lineStart = this.out.length
      }
      from = end + 1
    }
  }
}

function padOf(indent: number): string {
  return (pads[indent] ??= ' '.repeat(indent))
}

function hasSeparator(text: string): boolean {
  return text.includes('\u2028') || text.includes('\u2029')
}

// Breaks have been sorted out: a literal holds line feeds and the two separators only.
function endOfLine(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0x0a || code === 0x2028 || code === 0x2029) return i
  }
  return text.length
}

function headerOf(text: string): string {
  const first = text.charCodeAt(0)
  const hint = first === 0x20 || isBreak(first) ? '2' : ''
  if (!isBreak(text.charCodeAt(text.length - 1))) return `${hint}-`
  if (text.length === 1 || isBreak(text.charCodeAt(text.length - 2))) return `${hint}+`
  return hint
}

function needsEscape(code: number): boolean {
  if (code < 0x20 || code === 0x22 || code === 0x5c || code === 0x7f) return true
  if (code < 0x7f) return false
  return code === 0x2028 || code === 0x2029 || !isPrintable(code)
}

const namedEscapes: ReadonlyMap<number, string> = new Map([
  [0x00, '\\0'],
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0b, '\\v'],
  [0x0c, '\\f'],
  [0x0d, '\\r'],
  [0x1b, '\\e'],
  [0x22, '\\"'],
  [0x5c, '\\\\'],
  [0x85, '\\N'],
  [0xa0, '\\_'],
  [0x2028, '\\L'],
  [0x2029, '\\P'],
])

function escapeOf(point: number): string {
  const named = namedEscapes.get(point)
  if (named !== undefined) return named
  const hex = point.toString(16).toUpperCase()
  if (point <= 0xff) return `\\x${hex.padStart(2, '0')}`
  return point <= 0xffff ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
