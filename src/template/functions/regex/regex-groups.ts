// Go lets several groups have one name; the library does not. So later ones get names of their own for
// the library, which are turned back wherever somebody can see them.

/** Makes a name unlike any that a chart would use. */
const suffix = '_SameNameAsAnEarlierGroup'
const suffixes = new RegExp(`${suffix}[0-9]+`, 'g')

/** The pattern in which no two groups have the same name. */
export function renameGroups(pattern: string): string {
  const seen = new Set<string>()
  let renamed = ''
  let at = 0
  while (at < pattern.length) {
    const piece = pieceAt(pattern, at)
    at += piece.length
    const [, name] = /^\(\?P?<(\w+)>$/.exec(piece) ?? []
    if (name !== undefined && seen.has(name)) {
      renamed += `${piece.slice(0, -1)}${suffix}${seen.size}>`
      seen.add(`${name}${seen.size}`)
    } else {
      if (name !== undefined) seen.add(name)
      renamed += piece
    }
  }
  return renamed
}

/** A text about a renamed pattern as it reads for the pattern that was given. */
export function withGivenNames(text: string): string {
  return text.replaceAll(suffixes, '')
}

const quoted = /\\Q[^]*?(?:\\E|$)/y
const escaped = /\\[^]?/y
const groupStart = /\(\?P?<\w+>/y
const charClass = /\[\^?\]?(?:\\[^]|\[:[^\]]*:\]|[^\]\\])*\]?/y

/** The piece of a pattern at a place that must not be looked into. */
function pieceAt(pattern: string, at: number): string {
  for (const shape of [quoted, escaped, groupStart, charClass]) {
    shape.lastIndex = at
    const [piece] = shape.exec(pattern) ?? []
    if (piece !== undefined && piece !== '') return piece
  }
  return pattern.charAt(at)
}
