import { isDigit, isLetter } from '../../../formats/unicode/go-unicode.ts'

/** A match by places in the text, as far as a replacement needs it. */
export interface MatchGroups {
  /**
   * The text that a group matched, by its number; "" where there is no such group or it took no
   * part.
   */
  readonly numbered: (index: number) => string
  readonly named: (name: string) => string
}

/** A piece of a replacement: text, or the group whose text comes there. */
export type ReplacementPart = string | { readonly group: string | number }

/** Numbers of groups that are larger are names to Go. */
const groupLimit = 100_000_000

/** Takes a replacement apart: `$1`, `${1}`, `$name`, `${name}`, `$$`; any other `$` is itself. */
export function parseReplacement(replacement: string): readonly ReplacementPart[] {
  const parts: ReplacementPart[] = []
  let at = 0
  for (;;) {
    const dollar = replacement.indexOf('$', at)
    if (dollar < 0) break
    parts.push(replacement.slice(at, dollar))
    const reference = readReference(replacement, dollar + 1)
    parts.push(reference === undefined ? '$' : { group: reference.group })
    const doubled = replacement.charAt(dollar + 1) === '$'
    at = reference?.end ?? dollar + (doubled ? 2 : 1)
  }
  return [...parts, replacement.slice(at)]
}

/** The replacement with the texts of the groups. Bytes that become a character are left to the caller that joins it. */
export function expandReplacement(
  parts: readonly ReplacementPart[],
  { numbered, named }: MatchGroups,
): string {
  let text = ''
  for (const part of parts) {
    if (typeof part === 'string') text += part
    else text += typeof part.group === 'number' ? numbered(part.group) : named(part.group)
  }
  return text
}

/** The largest number of a group that a replacement refers to; all of them where it goes by names. */
export function groupsIn(parts: readonly ReplacementPart[], all: number): number {
  let largest = 0
  for (const part of parts) {
    if (typeof part === 'string') continue
    if (typeof part.group === 'string') return all
    largest = Math.max(largest, part.group)
  }
  return Math.min(largest, all)
}

/** The reference whose name or brace starts at a place; undefined where there is none. */
function readReference(
  text: string,
  start: number,
): { readonly group: string | number; readonly end: number } | undefined {
  const hasBrace = text.charAt(start) === '{'
  let name = ''
  let at = hasBrace ? start + 1 : start
  for (;;) {
    const char = String.fromCodePoint(text.codePointAt(at) ?? 0)
    if (char !== '_' && !isLetter(char) && !isDigit(char)) break
    name += char
    at += char.length
  }
  if (name === '' || (hasBrace && text.charAt(at) !== '}')) return undefined
  return { group: numberIn(name) ?? name, end: hasBrace ? at + 1 : at }
}

/** The number that a name is; a leading zero makes it a name again. */
function numberIn(name: string): number | undefined {
  if (!/^(?:0|[1-9][0-9]*)$/.test(name)) return undefined
  const number = Number(name)
  return number < groupLimit * 10 ? number : undefined
}
