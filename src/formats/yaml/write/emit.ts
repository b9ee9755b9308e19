// The layout that go-yaml gives a value: block style, two spaces, no markers. The dialect holds the
// differences between v2 and v3.

import { byteLength } from '../../go-string.ts'
import { isTypedNil, type Value } from '../../value.ts'
import {
  multiline,
  notLiteral,
  notPlain,
  notSingleQuoted,
  shapeOf,
  unusual,
  type ScalarRules,
  type Shape,
} from './emit-scalar.ts'
import { YamlText } from './emit-text.ts'
import { looksLikeOtherType, type YamlVersion } from '../plain.ts'

export type Entry = readonly [string, Value]

/** A string under a tag, such as !!binary. */
export interface TaggedText {
  readonly tag: string
  readonly text: string
}

/** The written form of a value that is not a string, a number, or a list or map that is there. */
export type Reduced =
  | { readonly plain: string }
  | { readonly value: Value }
  | { readonly entries: readonly Entry[] }

export interface Dialect extends ScalarRules {
  readonly version: YamlVersion
  /** The column after which long lines are folded. */
  readonly width: number
  /** How much further in than its key a list stands. */
  readonly listIndent: 0 | 2
  /** The members of a map in the order of writing. */
  readonly entriesOf: (map: ReadonlyMap<string, Value>) => readonly Entry[]
  /** The form of a text with characters beyond ASCII. */
  readonly admit: (text: string) => string | TaggedText
  /** The same for a key. */
  readonly admitKey: (key: string) => string | TaggedText
  readonly numberOf: (value: number) => string
  readonly reduce: (value: Value) => Reduced
  /** Called before a value nested this deep is written; it may refuse. */
  readonly enter: (depth: number) => void
}

/** A key of more bytes gets a line of its own. */
const longestSimpleKey = 128
const maxBytesPerUnit = 3
const rootIndent = -2

/** Writes a value as a YAML document, without a line break at its end. */
export function emitYaml(value: Value, dialect: Dialect): string {
  const emitter = new Emitter(dialect)
  emitter.write(value, rootIndent, false)
  return emitter.finish()
}

class Emitter {
  private readonly text: YamlText
  private readonly dialect: Dialect
  private depth = 0

  constructor(dialect: Dialect) {
    this.dialect = dialect
    this.text = new YamlText(dialect.width)
  }

  /** The document; the line break that ends it, if a literal has not written one already, is left out. */
  finish(): string {
    const { out } = this.text
    return out.endsWith('\n') ? out.slice(0, -1) : out
  }

  /** Writes a node that stands in a block of this indentation, after a key or in a place of its own. */
  write(value: Value, indent: number, afterKey: boolean): void {
    if (typeof value === 'string') {
      if (afterKey) this.text.out += ' '
      this.writeString(value, indent, true)
    } else if (typeof value === 'number') {
      this.writeWord(this.dialect.numberOf(value), afterKey)
    } else if (Array.isArray(value)) {
      this.writeItems(value, indent, afterKey)
    } else if (value instanceof Map && !isTypedNil(value)) {
      this.writeEntries(this.dialect.entriesOf(value), indent, afterKey)
    } else {
      this.writeReduced(this.dialect.reduce(value), indent, afterKey)
    }
  }

  private writeReduced(reduced: Reduced, indent: number, afterKey: boolean): void {
    if ('plain' in reduced) this.writeWord(reduced.plain, afterKey)
    else if ('value' in reduced) this.write(reduced.value, indent, afterKey)
    else this.writeEntries(reduced.entries, indent, afterKey)
  }

  private writeWord(word: string, afterKey: boolean): void {
    this.text.out += afterKey ? ' ' + word : word
  }

  private writeItems(items: readonly Value[], indent: number, afterKey: boolean): void {
    this.dialect.enter(++this.depth)
    const inner = afterKey ? indent + this.dialect.listIndent : indent + 2
    if (items.length === 0) this.writeWord('[]', afterKey)
    for (let i = 0; i < items.length; i++) {
      if (i > 0 || afterKey) this.text.startLine(inner)
      this.text.out += '- '
      this.write(items[i], inner, false)
    }
    this.depth--
  }

  private writeEntries(entries: readonly Entry[], indent: number, afterKey: boolean): void {
    this.dialect.enter(++this.depth)
    const inner = indent + 2
    if (entries.length === 0) this.writeWord('{}', afterKey)
    let startLine = afterKey
    for (const [key, value] of entries) {
      if (startLine) this.text.startLine(inner)
      startLine = true
      this.writeEntry(key, value, inner)
    }
    this.depth--
  }

  private writeEntry(key: string, value: Value, indent: number): void {
    const shape = shapeOf(key, this.dialect)
    if (this.isSimpleKey(key, shape)) {
      if ((shape & unusual) === 0) this.writeShaped(key, shape, indent, false)
      else this.writeUnusual(this.dialect.admit(key), indent, false)
      this.text.out += ':'
      this.write(value, indent, true)
      return
    }
    this.text.out += '? '
    this.writeString(key, indent, true)
    this.text.startLine(indent)
    this.text.out += ': '
    this.write(value, indent, false)
  }

  private isSimpleKey(key: string, shape: Shape): boolean {
    if ((shape & unusual) !== 0) return this.isSimpleUnusualKey(key)
    return (shape & multiline) === 0 && key.length <= longestSimpleKey
  }

  private isSimpleUnusualKey(key: string): boolean {
    const admitted = this.dialect.admitKey(key)
    if (typeof admitted !== 'string') {
      const length = admitted.tag.length + admitted.text.length
      return length <= longestSimpleKey && !admitted.text.includes('\n')
    }
    if ((shapeOf(admitted, this.dialect) & multiline) !== 0) return false
    if (admitted.length * maxBytesPerUnit <= longestSimpleKey) return true
    return byteLength(admitted) <= longestSimpleKey
  }

  private writeString(text: string, indent: number, mayFold: boolean): void {
    const shape = shapeOf(text, this.dialect)
    if ((shape & unusual) === 0) this.writeShaped(text, shape, indent, mayFold)
    else this.writeUnusual(this.dialect.admit(text), indent, mayFold)
  }

  private writeUnusual(admitted: string | TaggedText, indent: number, mayFold: boolean): void {
    if (typeof admitted === 'string') {
      this.writeShaped(admitted, shapeOf(admitted, this.dialect), indent, mayFold)
      return
    }
    this.text.out += `${admitted.tag} `
    if (admitted.text.includes('\n')) this.text.writeLiteral(admitted.text, innerIndent(indent))
    else this.text.out += admitted.text
  }

  private writeShaped(text: string, shape: Shape, indent: number, mayFold: boolean): void {
    const inner = innerIndent(indent)
    if ((shape & multiline) !== 0 && text.includes('\n')) {
      if ((shape & notLiteral) === 0) this.text.writeLiteral(text, inner)
      else this.text.writeDoubleQuoted(text, inner, mayFold)
    } else if (looksLikeOtherType(text, this.dialect.version)) {
      this.text.writeDoubleQuoted(text, inner, mayFold)
    } else if ((shape & notPlain) === 0) {
      this.text.writePlain(text, inner, mayFold)
    } else if ((shape & notSingleQuoted) === 0) {
      this.text.writeSingleQuoted(text, inner, mayFold)
    } else {
      this.text.writeDoubleQuoted(text, inner, mayFold)
    }
  }
}

// The continuation of a scalar stands two further in than its block; the document itself counts as
// 0.
function innerIndent(indent: number): number {
  return indent < 0 ? 2 : indent + 2
}
