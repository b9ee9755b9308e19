import { isSpace } from '../../formats/unicode/space.ts'

/** Reads a text rune by rune, as the parser of --set does. */
export class RuneReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  /** The next rune without taking it; undefined at the end. */
  peek(): string | undefined {
    const point = this.#text.codePointAt(this.#at)
    return point === undefined ? undefined : String.fromCodePoint(point)
  }

  next(): string | undefined {
    const rune = this.peek()
    this.#at += rune?.length ?? 0
    return rune
  }

  /** The rest of the text. */
  rest(): string {
    return this.#text.slice(this.#at)
  }

  advance(units: number): void {
    this.#at += units
  }

  /**
   * Reads up to one of the stop runes and takes that too; `stop` is undefined at the end of the text.
   * With `escapes`, a backslash makes the rune after it an ordinary one.
   */
  readUntil(stops: string, escapes: boolean): { text: string; stop: string | undefined } {
    let text = ''
    for (;;) {
      let rune = this.next()
      if (rune === undefined || stops.includes(rune)) return { text, stop: rune }
      if (rune === '\\' && escapes) {
        rune = this.next()
        if (rune === undefined) return { text, stop: undefined }
      }
      text += rune
    }
  }

  /** Skips blanks and one comma; true when there was a comma or nothing else. */
  skipBlankOrComma(): boolean {
    for (;;) {
      const rune = this.peek()
      if (rune === undefined) return true
      if (rune !== ',' && !isSpace(rune.codePointAt(0) ?? 0)) return false
      this.next()
      if (rune === ',') return true
    }
  }
}
