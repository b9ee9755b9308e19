// Texts of a length, of every kind that a function may treat in its own way.

export type MakeText = (length: number) => string

/** A piece again and again. */
export function repeated(piece: string): MakeText {
  return (length) => piece.repeat(Math.ceil(length / piece.length))
}

/** Pieces that differ by their number, one after the other. */
export function numbered(piece: (number: number) => string): MakeText {
  return (length) => {
    const pieces: string[] = []
    let total = 0
    for (let number = 0; total < length; number++) {
      const next = piece(number)
      pieces.push(next)
      total += next.length
    }
    return pieces.join('')
  }
}

/** Brackets inside each other, closed again. */
export function nested(open: string, inner: string, close: string): MakeText {
  return (length) => {
    const levels = Math.floor(length / (open.length + close.length))
    return open.repeat(levels) + inner + close.repeat(levels)
  }
}

/** One piece, then another again and again. */
export function startingWith(start: string, then: MakeText): MakeText {
  return (length) => start + then(length)
}

export const plainTexts: Readonly<Record<string, MakeText>> = {
  letters: repeated('a'),
  capitals: repeated('A'),
  words: repeated('Hello World-foo_bar1 '),
  'letters and capitals': repeated('aB'),
  spaces: repeated(' '),
  lines: repeated('some text\n'),
  'line ends': repeated('\n'),
  accents: repeated('é'),
  'characters beyond the first plane': repeated('😀'),
  'stray bytes': repeated('\udcff'),
  digits: repeated('1'),
  zeros: repeated('0'),
  quotes: repeated('"'),
  backslashes: repeated('\\'),
  dots: repeated('.'),
  'dotted names': repeated('a.'),
  slashes: repeated('/'),
  'paths up': repeated('a/../'),
  percents: repeated('%'),
  escapes: repeated('%41'),
  markup: repeated('<&>'),
  dashes: repeated('-'),
  commas: repeated(','),
  dollars: repeated('$1'),
  equals: repeated('='),
  controls: repeated('\u0001'),
}
