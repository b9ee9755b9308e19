import { parseDuration } from '../../template/functions/time/duration.ts'
import type { OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'

/** Helm's flag for the download of an index. */
export const timeoutOption = {
  kind: 'text',
  value: 'DURATION',
  summary: 'how long an index may take, such as 90s; 2m0s unless given',
} as const satisfies OptionSpec

/** The time in milliseconds; undefined when none was given. */
export function readTimeout(text: string | undefined): number | undefined | UsageError {
  if (text === undefined) return undefined
  const parsed = parseDuration(text)
  const milliseconds = parsed.ok ? Number(parsed.value) / 1e6 : 0
  if (milliseconds > 0) return milliseconds
  return new UsageError('bad-value', `--timeout ${text} is not a time such as 90s or 2m0s`)
}
