import { parseDuration as parseGoDuration } from '../template/functions/time/duration.ts'

const nanosPerMillisecond = 1_000_000n

/** Milliseconds of a duration that the schema has let through, such as `1h30m`. */
export function parseDuration(text: string): number {
  const parsed = parseGoDuration(text)
  if (!parsed.ok) throw new Error(`the schema let ${text} through: ${parsed.error}`)
  return Number(parsed.value / nanosPerMillisecond)
}
