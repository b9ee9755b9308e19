import { compareStrings } from '../formats/go-string.ts'

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
  // The set of positions in the pattern that the path read so far can have reached.
  let states = reach(parts, [0])
  for (const char of path) {
    const next: number[] = []
    for (const state of states) {
      const part = parts[state]
      if (part === undefined) continue
      if (part.kind === 'many' ? char !== '/' : matchesOne(part, char)) {
        next.push(part.kind === 'many' ? state : state + 1)
      }
    }
    states = reach(parts, next)
    if (states.length === 0) return false
  }
  return states.includes(parts.length)
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

function matchesOne(part: Part, char: string): boolean {
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
      return char !== '/'
  }
}
