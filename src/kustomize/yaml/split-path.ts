/** The parts of a path; a backslash before the delimiter makes it part of a name. */
export function splitPath(path: string, delimiter: string): string[] {
  const pieces = path.split(delimiter)
  if (pieces.length > 1 && pieces[0] === '') pieces.shift()
  const parts: string[] = [pieces[0] ?? '']
  for (const piece of pieces.slice(1)) {
    const last = parts.at(-1) ?? ''
    if (last.endsWith('\\')) parts[parts.length - 1] = last.slice(0, -1) + delimiter + piece
    else parts.push(piece)
  }
  return parts
}

/** The same, but a delimiter in brackets does not count: `[app.kubernetes.io/name]`, `[name=a.b]`. */
export function splitPathWithBrackets(path: string, delimiter: string): string[] {
  const parts: string[] = []
  const pieces = splitPath(path, delimiter)
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] ?? ''
    if (!piece.startsWith('[') || piece.endsWith(']')) {
      parts.push(piece)
      continue
    }
    const bracketed = [piece]
    while (i < pieces.length - 1) {
      i++
      const next = pieces[i] ?? ''
      bracketed.push(next)
      if (next.endsWith(']')) break
    }
    const whole = bracketed.join(delimiter)
    parts.push(whole.includes('=') ? whole : whole.replaceAll(/^[[\]]+|[[\]]+$/g, ''))
  }
  return parts
}
