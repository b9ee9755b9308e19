import { isSpace } from '../../formats/unicode/space.ts'

/**
 * The documents of a rendered file as Helm 4.2 splits them: a line that starts with `---` separates,
 * and takes the white space before and after it along. So of two separators with only blanks between
 * them the second stays inside the next document, and only the last document of a file keeps its
 * trailing newlines. Blank documents are dropped.
 */
export function splitManifests(file: string): string[] {
  const text = trimStart(file)
  const documents: string[] = []
  let start = 0
  for (let at = text.indexOf('---'); at >= 0; at = text.indexOf('---', at)) {
    if (at !== 0 && (at === start || text[at - 1] !== '\n')) {
      at++
      continue
    }
    let end = at
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--
    documents.push(text.slice(start, end))
    start = at + 3
    while (start < text.length && isBlank(text.charCodeAt(start))) start++
    at = start
  }
  documents.push(text.slice(start))
  return documents.map(trimStart).filter((document) => document !== '')
}

// The characters that \s means in Go's regular expressions.
function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x09 || unit === 0x0d || unit === 0x0c
}

function trimStart(text: string): string {
  let start = 0
  while (start < text.length && isSpace(text.charCodeAt(start))) start++
  return text.slice(start)
}
