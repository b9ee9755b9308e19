// The patterns of `.Files.Glob`: `*` and `?` stop at `/`, `**` does not, `[a-z]`, `[!abc]`, `{a,b}`, `\`.
// Matching follows sets of places instead of backtracking, so that no pattern takes exponential time.

type Part =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'single' | 'any' | 'super' }
  | { readonly kind: 'range'; readonly low: number; readonly high: number; readonly not: boolean }
  | { readonly kind: 'list'; readonly chars: string; readonly not: boolean }
  | { readonly kind: 'choice'; readonly options: readonly (readonly Part[])[] }

/** A test for paths. A pattern that is not well formed matches everything, as in Helm. */
export function compileGlob(
  pattern: string,
  spend: (steps: number) => void = () => {},
): (path: string) => boolean {
  const parts = parseGlob([...pattern])
  if (parts === undefined) return () => true
  return (path) => {
    const text = { chars: [...path], spend }
    return follow(parts, text, new Set([0])).has(text.chars.length)
  }
}

interface Text {
  readonly chars: readonly string[]
  /** Pays for the places that are followed: a pattern may have many parts, and a path many places. */
  readonly spend: (steps: number) => void
}

function parseGlob(chars: readonly string[]): readonly Part[] | undefined {
  // Helm's library takes the character that stands for bad UTF-8 for bad UTF-8.
  if (chars.some((char) => char === '\ufffd' || !char.isWellFormed())) return undefined
  const reader = { chars, at: 0 }
  try {
    return readSequence(reader, 0)
  } catch (error) {
    if (error instanceof GlobError) return undefined
    throw error
  }
}

class GlobError extends Error {}

interface Reader {
  readonly chars: readonly string[]
  at: number
}

/** Parts up to the end, or up to the `,` or `}` of the braces around them. */
function readSequence(reader: Reader, level: number): Part[] {
  const parts: Part[] = []
  for (;;) {
    const char = reader.chars[reader.at]
    if (char === undefined || (level > 0 && (char === ',' || char === '}'))) return parts
    reader.at++
    parts.push(...readPart(reader, char, level))
  }
}

function readPart(reader: Reader, char: string, level: number): Part[] {
  switch (char) {
    case '?':
      return [{ kind: 'single' }]
    case '*':
      if (reader.chars[reader.at] !== '*') return [{ kind: 'any' }]
      reader.at++
      return [{ kind: 'super' }]
    case '{':
      return [readChoice(reader, level + 1)]
    case '[':
      return [readClass(reader)]
    case '\\': {
      const escaped = reader.chars[reader.at++]
      return escaped === undefined ? [] : [{ kind: 'char', char: escaped }]
    }
    default:
      return [{ kind: 'char', char }]
  }
}

/** The options between braces; a missing `}` is forgiven. */
function readChoice(reader: Reader, level: number): Part {
  const options: Part[][] = []
  for (;;) {
    options.push(readSequence(reader, level))
    if (reader.chars[reader.at++] !== ',') return { kind: 'choice', options }
  }
}

function readClass(reader: Reader): Part {
  const not = reader.chars[reader.at] === '!'
  if (not) reader.at++
  const low = reader.chars[reader.at]
  const part =
    reader.chars[reader.at + 1] === '-' && low !== undefined
      ? readRange(reader, low, not)
      : readList(reader, not)
  if (reader.chars[reader.at++] !== ']') throw new GlobError('expected close range character')
  return part
}

function readRange(reader: Reader, lowChar: string, not: boolean): Part {
  const low = lowChar.codePointAt(0) ?? 0
  const high = reader.chars[reader.at + 2]?.codePointAt(0) ?? 0
  reader.at += 3
  if (low === 0 || high < low) throw new GlobError('bad range')
  return { kind: 'range', low, high, not }
}

function readList(reader: Reader, not: boolean): Part {
  let chars = ''
  for (;;) {
    const char = reader.chars[reader.at]
    if (char === undefined || char === ']') break
    reader.at++
    chars += char === '\\' ? (reader.chars[reader.at++] ?? '') : char
  }
  if (chars === '') throw new GlobError('could not parse range')
  return { kind: 'list', chars, not }
}

/** The places that can be reached from some places by matching all parts. */
function follow(
  parts: readonly Part[],
  text: Text,
  from: ReadonlySet<number>,
): ReadonlySet<number> {
  let places = from
  for (const part of parts) {
    if (places.size === 0) return places
    places = step(part, text, places)
  }
  return places
}

function step(part: Part, text: Text, from: ReadonlySet<number>): Set<number> {
  const { chars } = text
  const reached = new Set<number>()
  if (part.kind === 'choice') {
    for (const option of part.options) {
      for (const place of follow(option, text, from)) reached.add(place)
    }
    return reached
  }
  const repeats = part.kind === 'any' || part.kind === 'super'
  for (const start of from) {
    if (repeats) reached.add(start)
    for (let at = start; at < chars.length && matches(part, chars[at] ?? ''); at++) {
      // Places further on were followed when this one was reached.
      if (reached.has(at + 1)) break
      reached.add(at + 1)
      if (!repeats) break
    }
  }
  text.spend(from.size + reached.size)
  return reached
}

function matches(part: Exclude<Part, { kind: 'choice' }>, char: string): boolean {
  switch (part.kind) {
    case 'char':
      return part.char === char
    case 'super':
      return true
    case 'any':
    case 'single':
      return char !== '/'
    case 'list':
      return part.chars.includes(char) !== part.not
    default: {
      const point = char.codePointAt(0) ?? 0
      return (point >= part.low && point <= part.high) !== part.not
    }
  }
}
