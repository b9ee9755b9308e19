import { RE2JS, RE2JSSyntaxException } from 're2js'
import { canBackquote, quote } from '../../../formats/quote.ts'
import { deepestCount, weighRegexp } from '../../../formats/regexp.ts'
import { FuncError, type CallScope } from '../../func.ts'
import { LimitError, maxPatternLength, maxPatternWeight } from '../../limits.ts'
import { panic } from '../go-panic.ts'
import { renameGroups, withGivenNames } from './regex-groups.ts'

/** A pattern that can be searched for. */
export interface CompiledPattern {
  readonly source: string
  readonly program: RE2JS
  /** The number of instructions that each character of a text may have to pass. */
  readonly size: number
  /** The numbers of the groups that have a name, by name, in order. */
  readonly groups: ReadonlyMap<string, readonly number[]>
}

/** Compiled patterns that are kept; charts call the same few in loops. */
const maxKept = 64
/** Instructions of a program above which it is not kept, so that the cache stays small. */
const maxKeptSize = 2_000
/** A microsecond to compile it, and as much for the first match. */
const stepsPerInstruction = 4
/** The largest count that Go takes, of all that are inside each other together. */
const maxCount = 1000

// The newest last.
const kept = new Map<string, CompiledPattern>()

/** The pattern as regexp.Compile reads it; a FuncError with Go's text where it is wrong. */
export function compilePattern(source: string, scope: CallScope): CompiledPattern {
  const known = kept.get(source)
  if (known !== undefined) {
    kept.delete(source)
    kept.set(source, known)
    return known
  }
  const compiled = compile(source, scope)
  if (compiled.size <= maxKeptSize) keep(compiled)
  return compiled
}

/** As compilePattern, for functions that call regexp.MustCompile. */
export function mustCompile(source: string, scope: CallScope): CompiledPattern {
  try {
    return compilePattern(source, scope)
  } catch (error) {
    if (!(error instanceof FuncError)) throw error
    const shown = canBackquote(source) ? `\`${source}\`` : quote(source)
    throw panic(`regexp: Compile(${shown}): ${error.message}`)
  }
}

function keep(compiled: CompiledPattern): void {
  const [oldest] = kept.keys()
  if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest)
  kept.set(compiled.source, compiled)
}

function compile(source: string, scope: CallScope): CompiledPattern {
  if (source.length > maxPatternLength) {
    throw new LimitError(
      'string-length',
      `a regular expression of ${source.length} characters is longer than the limit of ${maxPatternLength}`,
    )
  }
  const weight = weighRegexp(source)
  scope.spend((weight + source.length) * stepsPerInstruction)
  if (weight > maxPatternWeight) refuseHeavy(source, weight)
  const invalid = source.search(/\p{Cs}/u)
  if (invalid >= 0) throw invalidUtf8(source, invalid)
  const program = programOf(source)
  return { source, program, size: program.programSize(), groups: namedGroups(program) }
}

/** Go's own fault comes first, and is found before anything is written out. */
function refuseHeavy(source: string, weight: number): void {
  if (deepestCount(source) > maxCount) programOf(source)
  throw new LimitError(
    'steps',
    `a regular expression has about ${weight} instructions, more than the limit of ${maxPatternWeight}`,
  )
}

/** Go reads from the left, so what is wrong before the first invalid byte comes first. */
function invalidUtf8(source: string, at: number): FuncError {
  const valid = source.slice(0, at)
  try {
    programOf(valid)
  } catch (error) {
    if (!(error instanceof FuncError)) throw error
    const [, what = '', where = ''] = /regexp: (.*?): `([^]*)`$/.exec(error.message) ?? []
    if (what === 'unexpected )') return syntaxError(what, source)
    if (!goesOn(what, where, valid)) return error
  }
  return syntaxError('invalid UTF-8', source.slice(at))
}

/** A group's flags or name, a code and a class whose end was not there yet. */
const unfinished =
  /^(?:\(\?(?:P?<[^>]*|[imsU]*-?[imsU]*)|\\x(?:\{[\da-fA-F]*|[^{])?|\\[pP](?:\{[^}]*)?)$/

/** Whether what was found wrong goes on with the invalid byte, which Go then meets first. */
function goesOn(what: string, where: string, valid: string): boolean {
  if (/^(?:missing closing|trailing)/.test(what)) return true
  return unfinished.test(valid.slice(valid.lastIndexOf(where)))
}

function programOf(source: string): RE2JS {
  try {
    return RE2JS.compile(renameGroups(source))
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    throw syntaxError(...faultOf(error, source))
  }
}

/** The fault and its place, as Go says it. */
function faultOf(
  { error, input }: RE2JSSyntaxException,
  source: string,
): readonly [what: string, where: string] {
  // A name that has not even begun is no name to Go.
  if (input === '(?P<') return ['invalid or unsupported Perl syntax', '(?P']
  if (input === '(?<') return ['invalid or unsupported Perl syntax', '(?<']
  // Go names the whole pattern where the library names nothing.
  return [error, input ?? (error.startsWith('expression ') ? source : '')]
}

function syntaxError(what: string, where: string): FuncError {
  return new FuncError(withGivenNames(`error parsing regexp: ${what}: \`${where}\``))
}

function namedGroups(program: RE2JS): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>()
  for (const [renamed, index] of Object.entries(program.namedGroups())) {
    const name = withGivenNames(renamed)
    groups.set(name, [...(groups.get(name) ?? []), index])
  }
  return groups
}
