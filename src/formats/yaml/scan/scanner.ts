// From characters to tokens, in the order and with the errors of libyaml, of which go-yaml is a port
// (https://yaml.org/spec/1.1/, https://github.com/yaml/libyaml).

import {
  ampersand,
  asterisk,
  at,
  backquote,
  bar,
  closeBrace,
  closeBracket,
  colon,
  comma,
  dash,
  doubleQuote,
  exclamation,
  greater,
  hash,
  isBlankOrEnd,
  isBreak,
  nul,
  openBrace,
  openBracket,
  percent,
  question,
  singleQuote,
  space,
  tab,
} from './characters.ts'
import { Cursor } from './cursor.ts'
import { yamlError } from '../errors.ts'
import { scanBlock } from './scan-block.ts'
import { scanDirective } from './scan-directive.ts'
import { scanPlain } from './scan-plain.ts'
import { scanQuoted } from './scan-quoted.ts'
import { scanAnchor, scanTag } from './scan-tag.ts'
import { SimpleKeys } from './simple-keys.ts'
import type { Source } from './source.ts'
import * as kinds from './tokens.ts'
import type { Token } from './tokens.ts'

/** How deep flow collections, and block collections, can be nested. */
const maxDepth = 10000

/** How many taken tokens stay in the queue before it is emptied, which costs more than a push. */
const maxTaken = 256

export class Scanner {
  private readonly cursor: Cursor
  private readonly keys: SimpleKeys
  private readonly queue: Token[] = []
  private head = 0
  /** How many tokens were taken: the number of the token at the head. */
  private taken = 0
  private isReady = false
  private hasStarted = false
  private flowLevel = 0
  private indent = -1
  private readonly indents: number[] = []
  private isKeyAllowed = true

  constructor(source: Source) {
    this.cursor = new Cursor(source)
    this.keys = new SimpleKeys(this.cursor)
  }

  /** The next token, which stays the next one. */
  peek(): Token {
    if (!this.isReady) {
      // A token is ready only when it is known whether a key begins with it.
      while (this.head === this.queue.length || this.keys.mayBeginAt(this.taken)) this.fetch()
      this.isReady = true
    }
    const token = this.queue[this.head]
    if (token === undefined) throw new RangeError('no token was scanned')
    return token
  }

  /** Takes the token that was peeked at. */
  take(): void {
    this.isReady = false
    this.taken++
    this.head++
    if (this.head === this.queue.length && this.head >= maxTaken) {
      this.queue.length = 0
      this.head = 0
    }
  }

  private fetch(): void {
    const { cursor } = this
    cursor.need(1)
    if (!this.hasStarted) {
      this.hasStarted = true
      this.add(kinds.streamStartToken)
      return
    }
    this.skipToToken()
    this.closeBlocks(cursor.column)
    cursor.need(4)
    const code = cursor.code()
    if (cursor.column === 0) {
      if (code === percent) return this.fetchDirective()
      if (cursor.isAtDocumentMarker())
        return this.fetchDocumentMarker(
          code === dash ? kinds.documentStartToken : kinds.documentEndToken,
        )
    }
    return this.fetchByFirst(code)
  }

  private fetchByFirst(code: number): void {
    switch (code) {
      case nul:
        return this.fetchStreamEnd()
      case openBracket:
        return this.fetchFlowStart(kinds.flowSequenceToken)
      case openBrace:
        return this.fetchFlowStart(kinds.flowMappingToken)
      case closeBracket:
        return this.fetchFlowEnd(kinds.flowSequenceEndToken)
      case closeBrace:
        return this.fetchFlowEnd(kinds.flowMappingEndToken)
      case comma:
        return this.fetchFlowEntry()
      case asterisk:
        return this.fetchAnchor(kinds.aliasToken)
      case ampersand:
        return this.fetchAnchor(kinds.anchorToken)
      case exclamation:
        return this.fetchTag()
      case singleQuote:
      case doubleQuote:
        return this.fetchQuoted()
      default:
        return this.fetchBySecond(code)
    }
  }

  private fetchBySecond(code: number): void {
    const inFlow = this.flowLevel > 0
    const next = this.cursor.codeAfter(1)
    switch (code) {
      case dash:
        return isBlankOrEnd(next) ? this.fetchBlockEntry() : this.fetchPlain()
      case question:
        return inFlow || isBlankOrEnd(next) ? this.fetchKey() : this.fetchPlain()
      case colon:
        return inFlow || isBlankOrEnd(next) ? this.fetchValue() : this.fetchPlain()
      case bar:
      case greater:
        if (!inFlow) return this.fetchBlockScalar(code === bar)
        break
      case space:
      case tab:
      case hash:
      case percent:
      case at:
      case backquote:
        break
      default:
        return this.fetchPlain()
    }
    return this.cursor.fail('found character that cannot start any token')
  }

  private skipToToken(): void {
    const { cursor } = this
    for (;;) {
      cursor.need(1)
      if (cursor.isAtByteOrderMark()) cursor.skip()
      cursor.need(1)
      // A tab cannot stand before what may be a key, that is, it cannot indent.
      const tabsAllowed = this.flowLevel > 0 || !this.isKeyAllowed
      if (tabsAllowed) cursor.skipBlanks()
      else cursor.skipSpaces()
      cursor.skipComment()
      if (!isBreak(cursor.code())) return
      cursor.need(2)
      cursor.takeBreak()
      if (this.flowLevel === 0) this.isKeyAllowed = true
    }
  }

  private fetchStreamEnd(): void {
    const { cursor } = this
    if (cursor.column !== 0) {
      cursor.lineStart = cursor.at
      cursor.line++
    }
    this.closeBlocks(-1)
    this.keys.drop()
    this.isKeyAllowed = false
    this.add(kinds.streamEndToken)
  }

  private fetchDirective(): void {
    this.closeBlocks(-1)
    this.keys.drop()
    this.isKeyAllowed = false
    this.queue.push(scanDirective(this.cursor))
  }

  private fetchDocumentMarker(kind: number): void {
    this.closeBlocks(-1)
    this.keys.drop()
    this.isKeyAllowed = false
    this.add(kind)
    this.cursor.at += 3
  }

  private fetchFlowStart(kind: number): void {
    this.saveKey()
    this.keys.openLevel(this.nextNumber())
    if (++this.flowLevel > maxDepth) this.failTooDeep()
    this.isKeyAllowed = true
    this.addIndicator(kind)
  }

  private fetchFlowEnd(kind: number): void {
    this.keys.drop()
    if (this.flowLevel > 0) {
      this.flowLevel--
      this.keys.closeLevel()
    }
    this.isKeyAllowed = false
    this.addIndicator(kind)
  }

  private fetchFlowEntry(): void {
    this.keys.drop()
    this.isKeyAllowed = true
    this.addIndicator(kinds.flowEntryToken)
  }

  private fetchBlockEntry(): void {
    if (this.flowLevel === 0) {
      if (!this.isKeyAllowed)
        this.cursor.fail('block sequence entries are not allowed in this context')
      this.openBlockHere(kinds.blockSequenceToken)
    }
    this.keys.drop()
    this.isKeyAllowed = true
    this.addIndicator(kinds.entryToken)
  }

  private fetchKey(): void {
    if (this.flowLevel === 0) {
      if (!this.isKeyAllowed) this.cursor.fail('mapping keys are not allowed in this context')
      this.openBlockHere(kinds.blockMappingToken)
    }
    this.keys.drop()
    this.isKeyAllowed = this.flowLevel === 0
    this.addIndicator(kinds.keyToken)
  }

  private fetchValue(): void {
    const key = this.keys.current()
    if (this.keys.isValid(key)) {
      const { tokenNumber, line, column } = key
      this.insert(tokenNumber, kinds.keyToken, line)
      if (this.flowLevel === 0 && this.enterIndent(column))
        this.insert(tokenNumber, kinds.blockMappingToken, line)
      this.keys.forget(key)
      this.isKeyAllowed = false
    } else {
      if (this.flowLevel === 0) {
        if (!this.isKeyAllowed) this.cursor.fail('mapping values are not allowed in this context')
        this.openBlockHere(kinds.blockMappingToken)
      }
      this.isKeyAllowed = this.flowLevel === 0
    }
    this.addIndicator(kinds.valueToken)
  }

  private fetchAnchor(kind: number): void {
    this.saveKey()
    this.isKeyAllowed = false
    const { line } = this.cursor
    this.queue.push({ kind, line, value: scanAnchor(this.cursor), suffix: '' })
  }

  private fetchTag(): void {
    this.saveKey()
    this.isKeyAllowed = false
    const { line } = this.cursor
    const { handle, suffix } = scanTag(this.cursor)
    this.queue.push({ kind: kinds.tagToken, line, value: handle, suffix })
  }

  private fetchBlockScalar(isLiteral: boolean): void {
    this.keys.drop()
    this.isKeyAllowed = true
    const { line } = this.cursor
    const value = scanBlock(this.cursor, isLiteral, this.indent)
    this.queue.push({ kind: kinds.quotedToken, line, value, suffix: isLiteral ? '|' : '>' })
  }

  private fetchQuoted(): void {
    this.saveKey()
    this.isKeyAllowed = false
    const { line } = this.cursor
    const suffix = this.cursor.code() === singleQuote ? "'" : '"'
    const value = scanQuoted(this.cursor)
    this.queue.push({ kind: kinds.quotedToken, line, value, suffix })
  }

  private fetchPlain(): void {
    this.saveKey()
    const { line } = this.cursor
    const { value, endsBeforeBreak } = scanPlain(this.cursor, this.indent + 1, this.flowLevel > 0)
    // A new line may begin with a key.
    this.isKeyAllowed = endsBeforeBreak
    this.queue.push({ kind: kinds.plainToken, line, value, suffix: '' })
  }

  private saveKey(): void {
    if (!this.isKeyAllowed) return
    const isRequired = this.flowLevel === 0 && this.indent === this.cursor.column
    this.keys.save(this.nextNumber(), isRequired)
  }

  private nextNumber(): number {
    return this.taken + this.queue.length - this.head
  }

  private openBlockHere(kind: number): void {
    if (this.enterIndent(this.cursor.column)) this.add(kind)
  }

  // Whether a block collection begins with that column.
  private enterIndent(column: number): boolean {
    if (this.indent >= column) return false
    this.indents.push(this.indent)
    this.indent = column
    if (this.indents.length > maxDepth) this.failTooDeep()
    return true
  }

  // Ends the block collections that are indented further than the column.
  private closeBlocks(column: number): void {
    if (this.flowLevel > 0) return
    while (this.indent > column) {
      this.add(kinds.blockEndToken)
      this.indent = this.indents.pop() ?? -1
    }
  }

  private add(kind: number): void {
    this.queue.push({ kind, line: this.cursor.line, value: '', suffix: '' })
  }

  private addIndicator(kind: number): void {
    this.add(kind)
    this.cursor.at++
  }

  // Before the token with that number, or at the end if that was taken already.
  private insert(tokenNumber: number, kind: number, line: number): void {
    const { queue } = this
    const token = { kind, line, value: '', suffix: '' }
    queue.push(token)
    if (tokenNumber < this.taken) return
    const index = this.head + tokenNumber - this.taken
    // Mostly one token moves, which a loop does faster than splice or copyWithin.
    for (let i = queue.length - 1; i > index; i--) queue[i] = queue[i - 1] ?? token
    queue[index] = token
  }

  private failTooDeep(): never {
    const line = this.cursor.line
    throw yamlError('too-deep', `exceeded max depth of ${maxDepth}`, line === 0 ? 0 : line + 1)
  }
}
