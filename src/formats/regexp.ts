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
}

/** Compiles a pattern as regexp.Compile does. Throws a RegexpError. */
export function compileRegexp(source: string): Regexp {
  const compiled = compile(source)
  return {
    source,
    size: compiled.programSize(),
    // Go matches U+FFFD where a byte is not valid UTF-8.
    matches: (text) => compiled.test(text.toWellFormed()),
  }
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    // Go names the whole pattern where the library names nothing.
    const shown = error.input ?? (error.error.startsWith('expression ') ? source : '')
    throw new RegexpError(`error parsing regexp: ${error.error}: \`${shown}\``, { cause: error })
  }
}
