import { parseConstraint, satisfies } from '../../../formats/semver/constraint.ts'
import { parseVersion, type SemverResult } from '../../../formats/semver/version.ts'
import { FuncError, type FuncMap } from '../../func.ts'
import { define } from '../define.ts'
import { GoVersion } from './semver-object.ts'

/** Functions about versions. */
export const semverFunctions: FuncMap = {
  semver: define(['string'], ([text]) => new GoVersion(valueIn(parseVersion(text)), 'ptr')),
  semverCompare: define(['string', 'string'], ([constraint, version]) => {
    const range = valueIn(parseConstraint(constraint))
    return satisfies(range, valueIn(parseVersion(version)))
  }),
}

function valueIn<T>(result: SemverResult<T>): T {
  if (!result.ok) throw new FuncError(result.error)
  return result.value
}
