import { type DurationBounds, intervalBounds, timeoutBounds } from '../../kinds/shared-fields.ts'
import type { Finding } from '../../kinds/conditions.ts'
import { parseDuration as parseGoDuration } from '../../template/functions/time/duration.ts'

const nanosPerMillisecond = 1_000_000n

/** The interval in milliseconds; a stored one that is out of bounds gives the nearest bound. */
export function intervalOf({ interval }: { readonly interval: string }): number {
  return clamped(interval, intervalBounds)
}

/** The timeout in milliseconds; a stored one that is out of bounds gives the nearest bound. */
export function timeoutOf({ timeout }: { readonly timeout: string }): number {
  return clamped(timeout, timeoutBounds)
}

/** Says which lengths of time of a spec are not used as they are written; empty when all are. */
export function clampedFindings(
  spec: { readonly interval: string; readonly timeout?: string },
  observedGeneration: number,
): readonly Finding[] {
  const lines = [
    outOfBounds('interval', spec.interval, intervalBounds),
    outOfBounds('timeout', spec.timeout ?? timeoutBounds.least, timeoutBounds),
  ].filter((line) => line !== undefined)
  if (lines.length === 0) return []
  const message = lines.join('; ')
  return [{ type: 'Clamped', status: 'True', reason: 'OutOfBounds', message, observedGeneration }]
}

function outOfBounds(field: string, text: string, bounds: DurationBounds): string | undefined {
  const given = millisecondsIn(text)
  const used = given < millisecondsIn(bounds.least) ? bounds.least : bounds.most
  if (given === clamped(text, bounds)) return undefined
  return `${field} is ${text}, which is not within ${bounds.least} and ${bounds.most}: ${used} is used`
}

function clamped(text: string, { least, most }: DurationBounds): number {
  return Math.min(Math.max(millisecondsIn(text), millisecondsIn(least)), millisecondsIn(most))
}

// The pattern of the schema lets nothing through but numbers that are too large to be read.
function millisecondsIn(text: string): number {
  const parsed = parseGoDuration(text)
  return parsed.ok ? Number(parsed.value / nanosPerMillisecond) : Number.POSITIVE_INFINITY
}
