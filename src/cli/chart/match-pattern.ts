import { compileRegexp, RegexpError } from '../../formats/regexp.ts'
import { UsageError } from '../errors.ts'
import type { Match } from './sources/search-repositories.ts'

/** A search for a regular expression of Go's. */
export function matchPattern(pattern: string): Match {
  try {
    return compileRegexp(pattern).indexIn
  } catch (error) {
    if (!(error instanceof RegexpError)) throw error
    throw new UsageError('bad-value', error.message)
  }
}
