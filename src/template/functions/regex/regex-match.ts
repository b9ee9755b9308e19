import type { RE2JS } from 're2js'
import { joinStrings } from '../../../formats/go-string.ts'
import type { CallScope } from '../../func.ts'
import { checkStringLength } from '../../limits.ts'
import { spendItems } from '../cost.ts'
import { asAppendedTo } from '../lists/list-capacity.ts'
import type { CompiledPattern } from './regex-compile.ts'
import { expandReplacement, groupsIn, type MatchGroups, parseReplacement } from './regex-replace.ts'

/** A match by places in the text. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * A pattern at work on a text. The library sees U+FFFD where the text has a byte that is not valid
 * UTF-8, which is what Go matches there; both have the same length, so places go for both.
 */
export interface Search {
  readonly pattern: CompiledPattern
  readonly text: string
  readonly scope: CallScope
}

/** Instructions passed that cost one step, where matches are wanted and where only whether there is one. */
const workPerStep = 2
const testWorkPerStep = 8
/** Characters in which text is looked for at once, for one step. */
const aheadPerStep = 1024
/** The library's number for a search that may begin anywhere. */
const unanchored = 0

/** Whether the pattern matches anywhere. */
export function hasMatch({ pattern, text, scope }: Search): boolean {
  scope.spend(Math.ceil((text.length * pattern.size) / testWorkPerStep))
  return pattern.program.test(text.toWellFormed())
}

/** The text of the first match; undefined when there is none. */
export function firstMatch(search: Search): string | undefined {
  const span = new Finder(search).find(0)
  return span === undefined ? undefined : search.text.slice(span.start, span.end)
}

/** The texts of at most `limit` matches; an empty match right behind another does not count. */
export function allMatches(search: Search, limit: number): readonly string[] {
  return allSpans(search, limit).map(({ start, end }) => search.text.slice(start, end))
}

/** regexp.Split for a limit that is not 0. */
export function splitText(search: Search, limit: number): readonly string[] {
  const { text } = search
  const parts: string[] = []
  let begin = 0
  let last = 0
  const spans = allSpans(search, limit < 0 ? Infinity : limit)
  for (const { start, end } of spans) {
    if (limit > 0 && parts.length === limit - 1) break
    last = start
    // An empty match before everything separates nothing.
    if (end !== 0) parts.push(text.slice(begin, start))
    begin = end
  }
  if (last !== text.length) parts.push(text.slice(begin))
  return asAppendedTo(parts, spans.length)
}

/** The text with all matches replaced; references in the replacement are expanded. */
export function replaceAll(search: Search, replacement: string): string {
  // A replacement of references alone has as many parts as half of its characters.
  search.scope.spend(replacement.length)
  const parts = parseReplacement(replacement)
  const groups = groupsIn(parts, search.pattern.program.groupCount())
  const finder = new Finder(search, groups)
  return replaceMatches(search, finder, () => expandReplacement(parts, finder))
}

/** The text with all matches replaced by this text. */
export function replaceAllLiteral(search: Search, replacement: string): string {
  return replaceMatches(search, new Finder(search), () => replacement)
}

function replaceMatches({ text }: Search, finder: Finder, replace: () => string): string {
  const pieces: string[] = []
  let length = text.length
  let copied = 0
  let at = 0
  while (at <= text.length) {
    const span = finder.find(at)
    if (span === undefined) break
    if (span.start > copied) pieces.push(text.slice(copied, span.start))
    if (span.end > copied || span.start === 0) {
      const piece = replace()
      length += piece.length
      checkStringLength(length)
      pieces.push(piece)
    }
    copied = span.end
    at = span.end > at ? span.end : at + widthAt(text, at)
  }
  if (at === 0) return text
  pieces.push(text.slice(copied))
  return joinStrings(pieces)
}

function allSpans(search: Search, limit: number): readonly Span[] {
  const finder = new Finder(search)
  const { text, scope } = search
  const spans: Span[] = []
  let at = 0
  let previousEnd = -1
  while (spans.length < limit && at <= text.length) {
    const span = finder.find(at)
    if (span === undefined) break
    const isStuck = span.end === at
    if (!isStuck || span.start !== previousEnd) spans.push(span)
    at = isStuck ? at + widthAt(text, at) : span.end
    previousEnd = span.end
  }
  spendItems(scope, spans.length)
  return spans
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

/**
 * A text that knows how far it has been read. A match may be short and yet take reading to the end of
 * the text, again and again: only so is it known what a search has cost.
 */
class ObservedText extends String {
  furthest = 0
  private readonly text: string

  constructor(text: string) {
    super(text)
    this.text = text
  }

  override charCodeAt(index: number): number {
    if (index > this.furthest) this.furthest = index
    return this.text.charCodeAt(index)
  }
}

/** Finds matches from a place on, with as many of their groups as are wanted, and pays for the work. */
class Finder implements MatchGroups {
  private readonly text: string
  private readonly observed: ObservedText
  private readonly scope: CallScope
  private readonly pattern: CompiledPattern
  private readonly wanted: number
  private readonly program: ReturnType<RE2JS['re2']>
  private readonly input: unknown
  /** Where the match and its groups begin and end, in turns; -1 for a group that took no part. */
  private places: readonly number[] = []

  constructor({ pattern, text, scope }: Search, groups = 0) {
    this.text = text
    this.observed = new ObservedText(text.toWellFormed())
    this.scope = scope
    this.pattern = pattern
    this.wanted = groups + 1
    this.program = pattern.program.re2()
    // The library takes string objects, but its types do not say so.
    this.input = pattern.program.matcher(this.observed as unknown as string).matcherInput
  }

  find(at: number): Span | undefined {
    this.observed.furthest = at
    // Its Matcher would search twice where groups are wanted.
    const [isFound, places] = this.program.matchWithGroup(
      this.input,
      at,
      this.text.length,
      unanchored,
      this.wanted,
    ) as [false, null] | [true, readonly number[]]
    const read = this.observed.furthest - at + 1
    const ahead = this.text.length - at
    this.scope.spend(
      Math.ceil((read * this.pattern.size) / workPerStep) + Math.ceil(ahead / aheadPerStep),
    )
    if (!isFound) return undefined
    this.places = places
    return { start: places[0] ?? 0, end: places[1] ?? 0 }
  }

  readonly numbered = (index: number): string => {
    const start = this.places[2 * index] ?? -1
    return start < 0 ? '' : this.text.slice(start, this.places[2 * index + 1])
  }

  /** Of several groups with the name, the first that took part. */
  readonly named = (name: string): string => {
    const indexes = this.pattern.groups.get(name) ?? []
    const index = indexes.find((one) => (this.places[2 * one] ?? -1) >= 0)
    return index === undefined ? '' : this.numbered(index)
  }
}
