import type { OptionSpec } from '../../command-spec.ts'
import { UsageError } from '../../errors.ts'

/** Helm's flag for tables. */
export function widthOption(fallback: number) {
  return {
    kind: 'text',
    value: 'COLUMNS',
    summary: `cut cells of the table that are wider; ${fallback} unless given`,
  } as const satisfies OptionSpec
}

/** The width that was given. */
export function readWidth(text: string | undefined, fallback: number): number | UsageError {
  if (text === undefined) return fallback
  if (/^\d{1,9}$/.test(text)) return Number(text) || Number.POSITIVE_INFINITY
  return new UsageError('bad-value', `--max-col-width ${text} is not a number of columns`)
}
