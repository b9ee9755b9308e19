import { formatTime } from '../../../template/functions/time/format.ts'
import { isZeroMoment, type Moment } from '../../../template/functions/time/moment.ts'
import { parseTime } from '../../../template/functions/time/parse.ts'
import { type Zone, localZone } from '../../../template/functions/time/zone.ts'
import type { Environment } from '../../verb.ts'

// Go calls the first two time.ANSIC and time.RFC3339; the last is what Time.String uses.
export const timeLayouts = {
  ansi: 'Mon Jan _2 15:04:05 2006',
  rfc3339: '2006-01-02T15:04:05Z07:00',
  full: '2006-01-02 15:04:05.999999999 -0700 MST',
} as const

/** The zone that helm calls local. */
export function zoneOf(environment: Environment): Zone {
  return localZone(environment['TZ'])
}

/** A time of a record; undefined when there is none. */
export function readReleaseTime(text: string | undefined, zone: Zone): Moment | undefined {
  if (text === undefined || text === '') return undefined
  const parsed = parseTime(timeLayouts.rfc3339, text, zone)
  return parsed.ok && !isZeroMoment(parsed.value) ? parsed.value : undefined
}

/** The time by a layout of Go's; what Go prints for no time at all when there is none. */
export function printReleaseTime(
  moment: Moment | undefined,
  layout: (typeof timeLayouts)['ansi' | 'rfc3339'],
): string {
  return moment === undefined ? emptyTimes[layout] : formatTime(moment, layout)
}

const emptyTimes = {
  [timeLayouts.ansi]: 'Mon Jan  1 00:00:00 0001',
  [timeLayouts.rfc3339]: '0001-01-01T00:00:00Z',
} as const
