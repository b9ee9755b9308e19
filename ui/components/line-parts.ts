/** The parts of a line of YAML, which together are the line. */
export interface LineParts {
  /** Spaces and the dashes of lists. */
  readonly lead: string
  readonly key: string
  readonly value: string
  readonly kind: 'text' | 'word' | 'mark'
  readonly comment: string
}

const line =
  /^(?<lead>\s*(?:- +)*)(?<key>(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s#'"[{&*!|>%@`:-][^:#]*|-[^\s:#][^:#]*):(?=\s|$))?(?<rest>.*)$/s
const word = /^\s*(?:-?\d[\d.eE+-]*|true|false|null|~|\{\}|\[\])\s*$/

/** Takes a line of YAML apart, as far as one line by itself tells: lines inside of block texts look like others. */
export function lineParts(text: string): LineParts {
  const none = { lead: '', key: '', value: '', kind: 'text', comment: '' } as const
  if (/^\s*#/.test(text)) return { ...none, comment: text }
  if (/^(?:---|\.\.\.)/.test(text)) return { ...none, value: text, kind: 'mark' }
  const { lead = '', key = '', rest = '' } = line.exec(text)?.groups ?? {}
  const at = commentAt(rest)
  const value = rest.slice(0, at)
  const kind = word.test(value) ? 'word' : /^\s*[|>&*!]/.test(value) ? 'mark' : 'text'
  return { lead, key, value, kind, comment: rest.slice(at) }
}

/** Where a comment begins outside of quotes. */
function commentAt(rest: string): number {
  if (/^\s*["']/.test(rest)) {
    const quoted = /^\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/.exec(rest)?.[0] ?? rest
    const after = /\s#/.exec(rest.slice(quoted.length))
    return after === null ? rest.length : quoted.length + after.index
  }
  const found = /\s#/.exec(rest)
  return found === null ? rest.length : found.index
}
