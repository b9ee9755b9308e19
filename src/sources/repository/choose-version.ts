import { parseConstraint, satisfies } from '../../formats/semver/constraint.ts'
import { parseVersion } from '../../formats/semver/version.ts'
import { SourceError } from '../errors.ts'

/** The version that was chosen. */
export interface Choice<T> {
  readonly row: T
  /** Whether an exact version was asked for and only another one fits, such as 1.2.3 for 1.2. */
  readonly isFallback: boolean
}

/** The range that `--devel` stands for: every version, those before a release included. */
export const develRange = '>0.0.0-0'

/**
 * Helm's choice among versions with the highest first: the one that is spelt exactly so, else the first
 * in the range; no text is the newest release. Undefined when none fits.
 */
export function chooseVersion<T extends { readonly version: string }>(
  rows: readonly T[],
  wanted: string,
): Choice<T> | undefined {
  const constraint = parseConstraint(wanted === '' ? '*' : wanted)
  if (!constraint.ok) {
    const message = `${JSON.stringify(wanted)} is no version and no range of versions`
    throw new SourceError('bad-version', `${message}: ${constraint.error}`)
  }
  const exact = wanted === '' ? undefined : rows.find(({ version }) => version === wanted)
  if (exact !== undefined) return { row: exact, isFallback: false }
  const row = rows.find(({ version }) => {
    const parsed = parseVersion(version)
    return parsed.ok && satisfies(constraint.value, parsed.value)
  })
  if (row === undefined) return undefined
  return { row, isFallback: wanted !== '' && !isRange(wanted) }
}

function isRange(text: string): boolean {
  if (/[\^~<>=!*]|\|\|| - /.test(text)) return true
  return /[xX]/.test(text.replace(/[-+].*$/s, ''))
}
