// Keys that are not announced by `?`: only the `:` behind them tells that they are keys, so the
// scanner remembers, for each level of flow collections, where one may have begun.

import type { Cursor } from './cursor.ts'

interface SimpleKey {
  isPossible: boolean
  /** Whether nothing but a key can stand there. */
  isRequired: boolean
  tokenNumber: number
  line: number
  column: number
}

const maxKeyLength = 1024

export class SimpleKeys {
  private readonly cursor: Cursor
  private readonly levels: SimpleKey[] = [emptyKey(0)]
  // The level whose key would begin with a token. go-yaml leaves entries behind, and they decide
  // how far it scans before it parses, hence which of two errors it reports.
  private readonly levelOfToken = new Map<number, number>()

  constructor(cursor: Cursor) {
    this.cursor = cursor
  }

  /** The possible key of the current level. */
  current(): SimpleKey {
    const key = this.levels[this.levels.length - 1]
    if (key === undefined) throw new RangeError('no level of simple keys is open')
    return key
  }

  /** Whether a key may turn out to begin with that token. */
  mayBeginAt(tokenNumber: number): boolean {
    const level = this.levelOfToken.get(tokenNumber)
    if (level === undefined) return false
    const key = this.levels[level]
    return key !== undefined && this.isValid(key)
  }

  /** Whether the key is still possible here: on its line, and not too far behind. */
  isValid(key: SimpleKey): boolean {
    if (!key.isPossible) return false
    const { line, column } = this.cursor
    if (key.line >= line && key.column + maxKeyLength >= column) return true
    if (key.isRequired) this.failRequired()
    key.isPossible = false
    return false
  }

  save(tokenNumber: number, isRequired: boolean): void {
    this.drop()
    const key = this.current()
    key.isPossible = true
    key.isRequired = isRequired
    key.tokenNumber = tokenNumber
    key.line = this.cursor.line
    key.column = this.cursor.column
    this.levelOfToken.set(tokenNumber, this.levels.length - 1)
  }

  /** Gives up the possible key of the current level. */
  drop(): void {
    const key = this.current()
    if (!key.isPossible) return
    if (key.isRequired) this.failRequired()
    this.forget(key)
  }

  forget(key: SimpleKey): void {
    key.isPossible = false
    this.levelOfToken.delete(key.tokenNumber)
  }

  openLevel(tokenNumber: number): void {
    this.levels.push(emptyKey(tokenNumber))
  }

  closeLevel(): void {
    const key = this.levels.pop()
    if (key !== undefined) this.levelOfToken.delete(key.tokenNumber)
  }

  private failRequired(): never {
    return this.cursor.fail("could not find expected ':'")
  }
}

function emptyKey(tokenNumber: number): SimpleKey {
  return { isPossible: false, isRequired: false, tokenNumber, line: 0, column: 0 }
}
