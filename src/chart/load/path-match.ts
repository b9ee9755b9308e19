import { compareStrings } from '../../formats/go-string.ts'

/** Go's filepath.Match for one pattern; undefined when the pattern is malformed. */
export type PathMatcher = (path: string) => boolean

type Part =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'many' }
  | {
      readonly kind: 'class'
      readonly negated: boolean
      readonly ranges: readonly [string, string][]
    }

/**
 * Compiles a shell pattern: `*` and `?` stop at a slash, `[a-z]` and `[^a]` are classes, a backslash
 * makes the next character ordinary. Matching is linear in pattern × path.
 */
export function compilePathPattern(pattern: string): PathMatcher | undefined {
  const parts = parsePattern([...pattern])
  if (parts === undefined) return undefined
  return (path) => matchParts(parts, [...path])
}

/**
 * How many characters the shortest and the longest beginning of a text have that a pattern matches, the empty one apart;
 * undefined when there is none or the pattern is malformed. A slash is as any other character.
 */
export function matchingBeginnings(
  pattern: string,
  text: readonly string[],
): { readonly shortest: number; readonly longest: number } | undefined {
  const parts = parsePattern([...pattern])
  if (parts === undefined) return undefined
  const ends = [...walk(parts, text, '')].filter(({ end, isMatch }) => isMatch && end > 0)
  const [first] = ends
  const last = ends.at(-1)
  return first && last && { shortest: first.end, longest: last.end }
}

function parsePattern(chars: readonly string[]): Part[] | undefined {
  const parts: Part[] = []
  let at = 0
  while (at < chars.length) {
    const char = chars[at] ?? ''
    if (char === '*') parts.push({ kind: 'many' })
    else if (char === '?') parts.push({ kind: 'one' })
    else if (char === '[') {
      const parsed = parseClass(chars, at + 1)
      if (parsed === undefined) return undefined
      parts.push(parsed.part)
      at = parsed.end
      continue
    } else if (char === '\\') {
      const escaped = chars[++at]
      if (escaped === undefined) return undefined
      parts.push({ kind: 'char', char: escaped })
    } else parts.push({ kind: 'char', char })
    at++
  }
  return parts
}

function parseClass(
  chars: readonly string[],
  start: number,
): { part: Part; end: number } | undefined {
  let at = start
  const negated = chars[at] === '^'
  if (negated) at++
  const ranges: [string, string][] = []
  for (;;) {
    if (chars[at] === ']' && ranges.length > 0) {
      return { part: { kind: 'class', negated, ranges }, end: at + 1 }
    }
    const low = readClassChar(chars, at)
    if (low === undefined) return undefined
    at = low.end
    let high = low
    if (chars[at] === '-') {
      const next = readClassChar(chars, at + 1)
      if (next === undefined) return undefined
      high = next
      at = next.end
    }
    ranges.push([low.char, high.char])
  }
}

function readClassChar(chars: readonly string[], at: number) {
  const char = chars[at]
  if (char === undefined || char === '-' || char === ']') return undefined
  if (char !== '\\') return { char, end: at + 1 }
  const escaped = chars[at + 1]
  return escaped === undefined ? undefined : { char: escaped, end: at + 2 }
}

function matchParts(parts: readonly Part[], path: readonly string[]): boolean {
  let isWhole = false
  for (const { end, isMatch } of walk(parts, path, '/')) isWhole = isMatch && end === path.length
  return isWhole
}

/** The beginnings of a text that a walk has read; it ends where nothing longer can match. */
function* walk(
  parts: readonly Part[],
  text: readonly string[],
  stop: string,
): Generator<{ readonly end: number; readonly isMatch: boolean }> {
  // The set of positions in the pattern that the text read so far can have reached.
  let states = reach(parts, [0])
  yield { end: 0, isMatch: states.includes(parts.length) }
  for (const [at, char] of text.entries()) {
    const next: number[] = []
    for (const state of states) {
      const part = parts[state]
      if (part !== undefined && matchesOne(part, char, stop))
        next.push(part.kind === 'many' ? state : state + 1)
    }
    states = reach(parts, next)
    if (states.length === 0) return
    yield { end: at + 1, isMatch: states.includes(parts.length) }
  }
}

function reach(parts: readonly Part[], from: readonly number[]): number[] {
  const states = new Set<number>()
  for (const start of from) {
    let state = start
    states.add(state)
    while (parts[state]?.kind === 'many') states.add(++state)
  }
  return [...states]
}

function matchesOne(part: Part, char: string, stop: string): boolean {
  switch (part.kind) {
    case 'char':
      return part.char === char
    case 'class': {
      // Unlike * and ?, a class of Go's also matches a slash.
      const isIn = part.ranges.some(
        ([low, high]) => compareStrings(low, char) <= 0 && compareStrings(char, high) <= 0,
      )
      return isIn !== part.negated
    }
    case 'one':
    case 'many':
      return char !== stop
  }
}
