import {
  isLetter,
  isNumber,
  isPunct,
  isSpace,
  isUpper,
  toLower,
  toUpper,
} from '../../../formats/unicode/go-unicode.ts'

// The words that snakecase, kebabcase and camelcase see: those of Go's xstrings 1.5, with its
// quirks.

type WordKind = 'number' | 'upper' | 'alphabet' | 'connector' | 'punctuation' | 'other' | 'invalid'

interface Word {
  readonly kind: WordKind
  readonly chars: readonly string[]
}

const nothing: Word = { kind: 'invalid', chars: [] }

/** The words of a text in lower case with one connector between them. */
export function joinWords(text: string, connector: '_' | '-'): string {
  const words = splitWords(Array.from(text))
  const wordAt = (index: number): Word => words[index] ?? nothing
  const spell = (word: Word): string => lowerWord(word, connector)
  let joined = ''
  let at = 0

  /** Writes letters and numbers that stay together, as in `2xx`, and the connector behind them. */
  function writeRun(): void {
    while (wordAt(at).kind === 'alphabet' || wordAt(at).kind === 'number')
      joined += spell(wordAt(at++))
    if (wordAt(at).kind !== 'invalid') connectTo(wordAt(at))
  }

  function connectTo(next: Word): void {
    if (next.kind !== 'connector' && next.kind !== 'punctuation') joined += connector
  }

  while (at < words.length - 1) {
    const word = wordAt(at++)
    joined += spell(word)
    const next = wordAt(at)
    if (word.kind === 'number') writeRun()
    else if (word.kind === 'connector' || word.kind === 'punctuation') continue
    else if (next.kind !== 'number') connectTo(next)
    else if (at < words.length - 1) {
      at++
      if (wordAt(at).kind === 'alphabet') {
        // A number with small letters behind it starts a word: HTTP2xx is http_2xx.
        joined += connector + spell(next)
        writeRun()
      } else {
        joined += spell(next)
        connectTo(wordAt(at))
      }
    }
  }
  return joined + spell(wordAt(at))
}

/** Words joined without connectors, each with a capital first; connectors in front stay. */
export function toPascalCase(text: string): string {
  const chars = Array.from(text.toWellFormed())
  let at = 0
  while (at < chars.length && isConnector(chars[at] ?? '')) at++
  // Where there is nothing but connectors, the last one comes twice.
  if (at === chars.length) return chars.join('') + (chars.at(-1) ?? '')
  let camel = chars.slice(0, at).join('')
  let previous = chars[at] ?? ''
  let capitals = isUpper(previous)
  previous = toUpper(previous)
  for (const char of chars.slice(at + 1)) {
    const follows = isConnector(previous)
    // Of several connectors in a row the last one goes.
    if (!follows || isConnector(char)) camel += previous
    previous = char
    if (follows && !isConnector(char)) {
      capitals = isUpper(char)
      previous = toUpper(char)
    } else if (capitals && !follows) {
      capitals = isUpper(char)
      if (capitals) previous = toLower(char)
    }
  }
  return camel + previous
}

function isConnector(char: string): boolean {
  return char === '-' || char === '_' || isSpace(char)
}

function lowerWord(word: Word, connector: string): string {
  if (word.kind !== 'upper' && word.kind !== 'connector') return word.chars.join('')
  return word.chars
    .map((char) => (isConnector(char) ? connector : isUpper(char) ? toLower(char) : char))
    .join('')
    .toWellFormed()
}

function splitWords(chars: readonly string[]): readonly Word[] {
  const words: Word[] = []
  let start = 0
  while (start < chars.length) {
    const word = wordFrom(chars, start)
    words.push(word)
    start += word.chars.length
  }
  return words
}

function wordFrom(chars: readonly string[], start: number): Word {
  const first = validFrom(chars, start)
  if (first === chars.length) return { kind: 'invalid', chars: chars.slice(start) }
  const kind = kindOf(chars[first] ?? '')
  const end =
    kind === 'upper' ? endOfUpper(chars, first) : endWhile(chars, first + 1, staysIn[kind])
  return { kind, chars: chars.slice(start, end) }
}

function kindOf(char: string): Exclude<WordKind, 'invalid'> {
  if (isConnector(char)) return 'connector'
  if (isPunct(char)) return 'punctuation'
  if (isUpper(char)) return 'upper'
  if (isAlphabet(char)) return 'alphabet'
  return isNumber(char) ? 'number' : 'other'
}

const isSmall = (char: string): boolean => isAlphabet(char) && !isUpper(char)

const staysIn: Readonly<Record<Exclude<WordKind, 'invalid' | 'upper'>, (char: string) => boolean>> =
  {
    connector: isConnector,
    punctuation: isPunct,
    alphabet: isSmall,
    number: isNumber,
    other: (char) => !isConnector(char) && !isAlphabet(char) && !isNumber(char) && !isPunct(char),
  }

/** `HTTPServer` is HTTP and Server: the last capital before a small letter starts the next word. */
function endOfUpper(chars: readonly string[], first: number): number {
  const second = validFrom(chars, first + 1)
  if (second === chars.length) return chars.length
  if (!isUpper(chars[second] ?? '')) {
    return isAlphabet(chars[second] ?? '') ? endWhile(chars, second + 1, isSmall) : first + 1
  }
  const end = endWhile(chars, second + 1, isUpper)
  const next = validFrom(chars, end)
  return next < chars.length && isAlphabet(chars[next] ?? '') ? lastValid(chars, end) : end
}

/** Where the run of such characters ends; stray bytes in it, and behind it at the end, belong to it. */
function endWhile(
  chars: readonly string[],
  from: number,
  stays: (char: string) => boolean,
): number {
  let end = from
  while (end < chars.length) {
    const next = validFrom(chars, end)
    if (next === chars.length) return next
    if (!stays(chars[next] ?? '')) return end
    end = next + 1
  }
  return end
}

/** The place of the last step of a run that ends here, with the stray bytes before its character. */
function lastValid(chars: readonly string[], end: number): number {
  let start = end - 1
  while (start > 0 && isInvalid(chars[start - 1] ?? '')) start--
  return start
}

function validFrom(chars: readonly string[], from: number): number {
  let at = from
  while (at < chars.length && isInvalid(chars[at] ?? '')) at++
  return at
}

function isInvalid(char: string): boolean {
  return char === '\u{fffd}' || !char.isWellFormed()
}

/** Letters of words; Chinese characters are words of their own. */
function isAlphabet(char: string): boolean {
  return isLetter(char) && !/[\u4e00-\u9fcc\u3400-\u4d85\u{20000}-\u{2b81d}]/u.test(char)
}
