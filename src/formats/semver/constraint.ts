// Version ranges as Masterminds/semver 3.5 reads them: groups joined by ||, comparators in a group
// joined by commas or spaces. Its regular expressions would backtrack without end in JavaScript on
// hostile text, so that groups are scanned by hand here.

import { byteLength } from '../go-string.ts'
import { quote } from '../quote.ts'
import { parseVersion, type SemverResult, type Version } from './version.ts'
import { prereleaseRefusal, refusalOf, type Comparator, type Operator } from './comparator.ts'

/** A range: satisfied when all comparators of one group are. */
export interface Constraint {
  readonly groups: readonly ConstraintGroup[]
}

export interface ConstraintGroup {
  readonly comparators: readonly Comparator[]
  /** Prereleases are considered by a group in which some comparator names one. */
  readonly includesPrereleases: boolean
}

const maxLength = 512
const maxGroups = 32

const space = '[\\t\\n\\f\\r ]'
// The library's character class contains | by mistake, which its error texts show.
const part = '[0-9|xX*]+'
const identifiers = '[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*'
const versionShape = `v?${part}(?:\\.${part})?(?:\\.${part})?(?:-${identifiers})?(?:\\+${identifiers})?`

/** NewConstraint. */
export function parseConstraint(text: string): SemverResult<Constraint> {
  if (byteLength(text) > maxLength) {
    return failure(`constraint string is too long (max ${maxLength} bytes)`)
  }
  const segments = rewriteHyphenRanges(text).split('||')
  if (segments.length > maxGroups) return failure(`too many constraint groups (max ${maxGroups})`)
  const groups: ConstraintGroup[] = []
  for (const segment of segments) {
    const group = parseGroup(segment)
    if (!group.ok) return group
    groups.push(group.value)
  }
  return { ok: true, value: { groups } }
}

/** Whether a version lies in the range. */
export function satisfies(constraint: Constraint, version: Version): boolean {
  return constraint.groups.some(({ comparators, includesPrereleases }) =>
    comparators.every((one) => refusalOf(version, one, includesPrereleases) === undefined),
  )
}

/** Validate: why a version does not lie in the range; undefined when it does. */
export function refusalsOf(
  constraint: Constraint,
  version: Version,
): readonly string[] | undefined {
  const refusals: string[] = []
  const unwanted = prereleaseRefusal(version)
  for (const { comparators, includesPrereleases } of constraint.groups) {
    const reasons = comparators
      .map((one) => refusalOf(version, one, includesPrereleases))
      .filter((reason) => reason !== undefined)
    if (reasons.length === 0) return undefined
    // That it is a prerelease is said once, however many comparators say it.
    refusals.push(...reasons.filter((reason) => reason !== unwanted))
    if (reasons.includes(unwanted) && !refusals.includes(unwanted)) refusals.push(unwanted)
  }
  return refusals
}

/** The range as the library prints it: groups in order, comparators separated by a space. */
export function constraintText({ groups }: Constraint): string {
  return groups
    .map(({ comparators }) => comparators.map(({ operator, text }) => operator + text).join(' '))
    .join(' || ')
}

function failure(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error }
}

const hyphenRange = new RegExp(
  `${space}*(${versionShape})${space}+-${space}+(${versionShape})${space}*`,
  'g',
)

/** Turns `1.2 - 1.4` into `>= 1.2, <= 1.4 `. */
function rewriteHyphenRanges(text: string): string {
  let rewritten = text
  for (const [found, low, high] of text.matchAll(hyphenRange)) {
    const at = rewritten.indexOf(found)
    const comparators = `>= ${low}, <= ${high} `
    rewritten = rewritten.slice(0, at) + comparators + rewritten.slice(at + found.length)
  }
  return rewritten
}

const token = new RegExp(`(!=|>=|=>|<=|=<|~>|[=<>~^]|)${space}*(${versionShape})`, 'y')
const spaces = new RegExp(`${space}*`, 'y')

function parseGroup(segment: string): SemverResult<ConstraintGroup> {
  const tokens = splitGroup(segment)
  if (tokens === undefined) return failure(`improper constraint: ${quote(segment)}`)
  const comparators: Comparator[] = []
  for (const { operator, text } of tokens) {
    const comparator = readComparator(operator, text)
    if (comparator === undefined) return failure('constraint parser error')
    comparators.push(comparator)
  }
  const includesPrereleases = comparators.some(({ version }) => version.prerelease !== '')
  return { ok: true, value: { comparators, includesPrereleases } }
}

interface Token {
  readonly operator: Operator
  readonly text: string
}

/** The comparators of a group; undefined where the text is not a list of them. */
function splitGroup(segment: string): readonly Token[] | undefined {
  const tokens: Token[] = []
  let at = skipSpaces(segment, 0)
  let hasMore = true
  while (hasMore) {
    token.lastIndex = at
    const match = token.exec(segment)
    if (match === null) return undefined
    tokens.push({ operator: (match[1] ?? '') as Operator, text: match[2] ?? '' })
    const end = token.lastIndex
    const next = skipSpaces(segment, end)
    const hasComma = segment.charAt(next) === ','
    hasMore = hasComma || next < segment.length
    if (hasMore && !hasComma && next === end) return undefined
    at = hasComma ? skipSpaces(segment, next + 1) : next
  }
  return tokens
}

function skipSpaces(text: string, at: number): number {
  spaces.lastIndex = at
  spaces.exec(text)
  return spaces.lastIndex
}

const partsShape = new RegExp(`^v?(${part})(\\.${part})?(\\.${part})?(-${identifiers})?`)

/** Fills wildcards and missing parts with zeros; undefined for parts that mix digits and wildcards. */
function readComparator(operator: Operator, text: string): Comparator | undefined {
  const [, major = '', minor = '', patch = '', prerelease = ''] = partsShape.exec(text) ?? []
  if (isWildcard(major)) return comparator(operator, text, `0.0.0${prerelease}`, 'major')
  if (isWildcard(minor)) return comparator(operator, text, `${major}.0.0${prerelease}`, 'minor')
  if (isWildcard(patch))
    return comparator(operator, text, `${major}${minor}.0${prerelease}`, 'patch')
  return comparator(operator, text, text, 'none')
}

function isWildcard(written: string): boolean {
  return /^\.?[xX*]?$/.test(written)
}

function comparator(
  operator: Operator,
  text: string,
  full: string,
  wildcard: Comparator['wildcard'],
): Comparator | undefined {
  const version = parseVersion(full)
  return version.ok ? { operator, text, version: version.value, wildcard } : undefined
}
