// Values of charts are block mappings with comments. This finds a key by its indentation and changes one
// line, or adds some; whatever is laid out in another way is left to a person.

interface Block {
  /** The lines of the mapping, the end not included. */
  readonly start: number
  readonly end: number
  readonly indent: number
}

/** Sets one value in the text of a YAML mapping; undefined when its layout does not allow that. */
export function setInText(
  text: string,
  path: readonly string[],
  literal: string,
): string | undefined {
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const done = setInBlock(
    lines,
    { start: 0, end: lines.length, indent: firstIndent(lines) },
    path,
    literal,
  )
  return done ? `${lines.join('\n')}\n` : undefined
}

/** Takes one value out of the text of a YAML mapping, and mappings that are empty then; undefined when its layout does not allow that. */
export function removeFromText(text: string, path: readonly string[]): string | undefined {
  const lines = text.replace(/\n$/, '').split('\n')
  const block = { start: 0, end: lines.length, indent: firstIndent(lines) }
  if (removeFromBlock(lines, block, path) === undefined) return undefined
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

/** How many lines went. */
function removeFromBlock(
  lines: string[],
  block: Block,
  [key = '', ...rest]: readonly string[],
): number | undefined {
  const at = findKey(lines, block, key)
  if (at === undefined) return undefined
  const below = endOf(lines, { ...block, start: at + 1, end: endOfChildren(lines, at, block) })
  const whole = () => lines.splice(at, Math.max(below, at + 1) - at).length
  if (rest.length === 0) return whole()
  const indent = firstIndent(lines.slice(at + 1, below), -1)
  if (indent <= block.indent) return undefined
  const gone = removeFromBlock(lines, { start: at + 1, end: below, indent }, rest)
  if (gone === undefined) return undefined
  const isEmpty = lines.slice(at + 1, below - gone).every(isBlank)
  return isEmpty ? gone + lines.splice(at, below - gone - at).length : gone
}

function setInBlock(
  lines: string[],
  block: Block,
  path: readonly string[],
  literal: string,
): boolean {
  const [key = '', ...rest] = path
  const at = findKey(lines, block, key)
  if (at === undefined) {
    lines.splice(endOf(lines, block), 0, ...newLines(path, literal, block.indent))
    return true
  }
  return rest.length === 0
    ? replaceValue(lines, at, literal, block)
    : setBelow(lines, at, block, { rest, literal })
}

function setBelow(
  lines: string[],
  at: number,
  block: Block,
  { rest, literal }: { readonly rest: readonly string[]; readonly literal: string },
): boolean {
  const { head, value, comment } = partsOf(lines[at] ?? '')
  // An empty mapping opens up; anything else on the line is in the way.
  if (value === '{}' || value === 'null' || value === '~') {
    lines[at] = `${head}${comment === '' ? '' : ` ${comment}`}`
  } else if (value !== '') return false
  const end = endOfChildren(lines, at, block)
  const indent = firstIndent(lines.slice(at + 1, end), block.indent + 2)
  if (indent <= block.indent) return false
  return setInBlock(lines, { start: at + 1, end, indent }, rest, literal)
}

function replaceValue(lines: string[], at: number, literal: string, block: Block): boolean {
  const { head, value, comment } = partsOf(lines[at] ?? '')
  const hasChildren = firstIndent(lines.slice(at + 1, endOfChildren(lines, at, block)), -1) >= 0
  if (hasChildren || /^[|>&*!]/.test(value)) return false
  lines[at] = `${head} ${literal}${comment === '' ? '' : ` ${comment}`}`
  return true
}

const quotedKey = (key: string) => [key, JSON.stringify(key), `'${key.replaceAll("'", "''")}'`]

function findKey(
  lines: readonly string[],
  { start, end, indent }: Block,
  key: string,
): number | undefined {
  const beginnings = quotedKey(key).map((one) => `${' '.repeat(indent)}${one}:`)
  for (let at = start; at < end; at++) {
    const line = lines[at] ?? ''
    const found = beginnings.find((one) => line.startsWith(one))
    if (found !== undefined && /^(\s|$)/.test(line.slice(found.length))) return at
  }
  return undefined
}

/** `key:`, the value behind it, and the comment behind that. */
function partsOf(line: string): {
  readonly head: string
  readonly value: string
  readonly comment: string
} {
  const [, head = '', rest = ''] =
    /^(\s*(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^:#]+?):)(.*)$/.exec(line) ?? []
  const [, value = '', comment = ''] =
    /^\s*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|.*?)(?:\s+(#.*))?\s*$/.exec(rest) ?? []
  return value.startsWith('#') ? { head, value: '', comment: value } : { head, value, comment }
}

// Lists may stand at the indentation of their key.
function endOfChildren(lines: readonly string[], at: number, { end, indent }: Block): number {
  for (let next = at + 1; next < end; next++) {
    const line = lines[next] ?? ''
    const isInside = indentOf(line) > indent || (indentOf(line) === indent && /^\s*- /.test(line))
    if (!isBlank(line) && !isInside) return next
  }
  return end
}

/** Behind the last line that says something: comments and blanks at the end are about what follows. */
function endOf(lines: readonly string[], { start, end }: Block): number {
  let last = end
  while (last > start && isBlank(lines[last - 1] ?? '')) last--
  return last === start && start > 0 ? start : last
}

function newLines(path: readonly string[], literal: string, indent: number): readonly string[] {
  return path.map((key, depth) => {
    const spelt = /^[A-Za-z_][A-Za-z0-9_./-]*$/.test(key) ? key : JSON.stringify(key)
    const value = depth === path.length - 1 ? ` ${literal}` : ''
    return `${' '.repeat(indent + 2 * depth)}${spelt}:${value}`
  })
}

function firstIndent(lines: readonly string[], fallback = 0): number {
  const first = lines.find((line) => !isBlank(line) && !/^---(\s|$)/.test(line))
  return first === undefined ? fallback : indentOf(first)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function isBlank(line: string): boolean {
  return /^\s*(#|$)/.test(line)
}
