import { RE2JS, RE2JSSyntaxException } from 're2js'

/** Why a text is no regular expression, in Go's words. */
export class RegexpError extends Error {}

/** A regular expression of Go's regexp package. */
export interface Regexp {
  readonly source: string
  /** Instructions that each character of a text may have to pass. */
  readonly size: number
  /** Whether it matches anywhere in the text. */
  readonly matches: (text: string) => boolean
  /** Where the leftmost match begins; undefined when there is none. */
  readonly indexIn: (text: string) => number | undefined
}

/** Compiles a pattern as regexp.Compile does. Throws a RegexpError. */
export function compileRegexp(source: string): Regexp {
  const compiled = compile(source)
  return {
    source,
    size: compiled.programSize(),
    // Go matches U+FFFD where a byte is not valid UTF-8.
    matches: (text) => compiled.test(text.toWellFormed()),
    indexIn: (text) => {
      const matcher = compiled.matcher(text.toWellFormed())
      return matcher.find() ? matcher.start() : undefined
    },
  }
}

/**
 * About the number of instructions that a pattern compiles to, known before that is done. Repetitions
 * make many of few characters; a Unicode class is one, but costs as much as a hundred.
 */
export function weighRegexp(source: string): number {
  return foldRegexp(source, weightOf, (one, other) => one + other, 1)
}

/** The largest product of counts that are inside each other; Go refuses more than a thousand. */
export function deepestCount(source: string): number {
  return foldRegexp(source, () => 1, Math.max, 0)
}

/** Puts what pieces are worth together; a count multiplies, and each group adds something. */
function foldRegexp(
  source: string,
  worthOf: (token: string) => number,
  join: (one: number, other: number) => number,
  perGroup: number,
): number {
  const open: number[] = []
  let sum = 0
  let last = 0
  for (const [token] of source.matchAll(tokens)) {
    const repeat = /^\{([0-9]+)(?:,([0-9]*))?\}$/.exec(token)
    if (token === '(') {
      open.push(join(sum, last))
      sum = 0
      last = 0
    } else if (token === ')') {
      last = join(sum, last) + perGroup
      sum = open.pop() ?? 0
    } else if (repeat !== null) {
      last *= Math.max(Number(repeat[1]), Number(repeat[2] ?? 0), 1)
    } else {
      sum = join(sum, last)
      last = worthOf(token)
    }
  }
  return open.reduce(join, join(sum, last))
}

const tokens =
  /\\[pP](?:\{\w*\}|[^{])|\\[^]|\[\^?\]?(?:\\[^]?|\[:\w+:\]|[^\]\\])*(?:\]|$)|\{[0-9]+(?:,[0-9]*)?\}|[^]/g
const unicodeClassWeight = 100

function weightOf(token: string): number {
  return /^(?:\\[pP]|\[)/.test(token) ? classWeight(token) : 1
}

function classWeight(token: string): number {
  return token.length + unicodeClassWeight * (token.split(/\\[pP]/).length - 1)
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const plainer = inPlainerTerms(source, error.error)
    if (plainer !== source) return compile(plainer)
    // Go names the whole pattern where the library names nothing.
    const shown = error.input ?? (error.error.startsWith('expression ') ? source : '')
    throw new RegexpError(`error parsing regexp: ${error.error}: \`${shown}\``, { cause: error })
  }
}

/** The same pattern without what Go understands and the library does not. */
function inPlainerTerms(source: string, complaint: string): string {
  switch (complaint) {
    case 'duplicate capture group name':
      // For a match alone, names do not matter.
      return source.replaceAll(/\(\?P?<\w+>|\\[^]/g, (found) =>
        found.startsWith('(') ? '(' : found,
      )
    case 'invalid character class range':
      return source.replaceAll(/\\([pP])\{(\^?)([^}]*)\}|\\[^]/g, (found, kind, negation, name) => {
        const short = categoryNamed(String(name ?? ''))
        return short === undefined ? found : `\\${kind}{${negation}${short}}`
      })
    default:
      return source
  }
}

// Unicode's long names of its general categories.
const categoryNames = `LC cased letter, Pe close punctuation, M combining mark, Cc control,
  Pc connector punctuation, Sc currency symbol, Pd dash punctuation, Nd decimal number,
  Me enclosing mark, Pf final punctuation, Cf format, Pi initial punctuation, L letter,
  Nl letter number, Zl line separator, Ll lowercase letter, M mark, Sm math symbol,
  Lm modifier letter, Sk modifier symbol, Mn nonspacing mark, N number, Ps open punctuation, C other,
  Lo other letter, No other number, Po other punctuation, So other symbol, Zp paragraph separator,
  Co private use, P punctuation, Z separator, Zs space separator, Mc spacing mark, Cs surrogate,
  S symbol, Lt titlecase letter, Lu uppercase letter, Cc cntrl, Nd digit, P punct`

let categories: ReadonlyMap<string, string> | undefined

/** The short name of a category; case, spaces, dashes and underscores do not count. */
function categoryNamed(name: string): string | undefined {
  categories ??= new Map(
    categoryNames.split(/,\s+/).flatMap((entry) => {
      const [short = '', ...words] = entry.split(/\s+/)
      return [
        [short.toLowerCase(), short],
        [words.join(''), short],
      ]
    }),
  )
  const found = categories.get(name.toLowerCase().replaceAll(/[ _-]/g, ''))
  return found === name ? undefined : found
}
