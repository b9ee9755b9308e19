import { UsageError } from '../errors.ts'

/** A whole number that was given as text. */
export function readCount(
  option: string,
  text: string | undefined,
  fallback: number,
): number | UsageError {
  if (text === undefined) return fallback
  if (/^\d{1,9}$/.test(text)) return Number(text)
  return new UsageError('bad-value', `--${option} must be a whole number: got "${text}"`)
}
