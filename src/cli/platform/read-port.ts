import { UsageError } from '../errors.ts'

/** A port that was given as text; 0, which is any free one, when none was. */
export function readPort(option: string, text: string | undefined): number | UsageError {
  if (text === undefined) return 0
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  return new UsageError('bad-value', `--${option} ${text} is not a port; give 0 to 65535`)
}
