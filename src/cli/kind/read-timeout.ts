import { parseDuration } from '../../template/functions/time/duration.ts'
import { UsageError } from '../errors.ts'

const fallback = 300_000
const nanosPerMillisecond = 1_000_000n

/** Milliseconds of `--timeout`. */
export function readTimeout(text: string | undefined): number | UsageError {
  if (text === undefined) return fallback
  const parsed = parseDuration(text)
  if (parsed.ok && parsed.value > 0n) return Number(parsed.value / nanosPerMillisecond)
  return new UsageError(
    'bad-value',
    `--timeout must be a duration such as 30s or 5m: got "${text}"`,
  )
}
