import { formatTime } from './format.ts'
import { civilOf, type Moment } from './moment.ts'

/** A moment as JSON and TOML have it, or why it cannot be written so. */
export type Rfc3339 =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly error: string }

/** RFC 3339 with as much of the fraction as there is. */
export function formatRfc3339(moment: Moment): Rfc3339 {
  const { year, offset } = civilOf(moment)
  if (year < 0 || year > 9999) return { ok: false, error: 'year outside of range [0,9999]' }
  if (Math.abs(Math.trunc(offset / 60)) >= 24 * 60) {
    return { ok: false, error: 'timezone hour outside of range [0,23]' }
  }
  return { ok: true, value: formatTime(moment, '2006-01-02T15:04:05.999999999Z07:00') }
}
