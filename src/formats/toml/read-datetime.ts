// Dates and times of TOML.

import { quote } from '../quote.ts'
import { TomlProblem } from './cursor.ts'

/** A TOML date or time. Parts that it leaves out are those of Go's zero date, 1 January 0. */
export interface TomlDatetime {
  readonly kind: 'offset' | 'local-datetime' | 'local-date' | 'local-time'
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly nanosecond: number
  /** Seconds east of Greenwich, only of kind `offset`. */
  readonly offset: number | undefined
}

const layout =
  /^(?:([0-9]{4})-([0-9]{2})-([0-9]{2}))?(T)?(?:([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?)?(?:(Z)|([-+])([0-9]{2}):([0-9]{2}))?$/
const nanosecondDigits = 9

export function datetimeOf(token: string, line: number): TomlDatetime {
  const text = token.replaceAll('z', 'Z').replaceAll(/[t ]/g, 'T')
  const parsed = parseDatetime(text)
  if (parsed === undefined) throw new TomlProblem(`invalid datetime: ${quote(text)}`, line)
  return parsed
}

function parseDatetime(text: string): TomlDatetime | undefined {
  const match = layout.exec(text)
  if (match === null) return undefined
  const [
    ,
    year,
    month,
    day,
    joint,
    hour,
    minute,
    second,
    fraction,
    utc,
    sign,
    zoneHour,
    zoneMinute,
  ] = match
  const kind = kindOf(year, joint, hour, utc ?? sign)
  if (kind === undefined) return undefined
  const datetime: TomlDatetime = {
    kind,
    year: Number(year ?? 0),
    month: Number(month ?? 1),
    day: Number(day ?? 1),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    nanosecond: Number((fraction ?? '').slice(0, nanosecondDigits).padEnd(nanosecondDigits, '0')),
    offset:
      kind === 'offset'
        ? offsetOf(sign, Number(zoneHour ?? 0), Number(zoneMinute ?? 0))
        : undefined,
  }
  // Go lets offsets of 24 hours and of 60 minutes pass.
  const zoneFits = Number(zoneHour ?? 0) <= 24 && Number(zoneMinute ?? 0) <= 60
  return zoneFits && exists(datetime) ? datetime : undefined
}

function kindOf(
  date: string | undefined,
  joint: string | undefined,
  time: string | undefined,
  zone: string | undefined,
): TomlDatetime['kind'] | undefined {
  if (date !== undefined && joint !== undefined && time !== undefined)
    return zone === undefined ? 'local-datetime' : 'offset'
  if (joint !== undefined || zone !== undefined) return undefined
  if (date !== undefined) return time === undefined ? 'local-date' : undefined
  return time === undefined ? undefined : 'local-time'
}

function offsetOf(sign: string | undefined, hours: number, minutes: number): number {
  const seconds = hours * 3600 + minutes * 60
  return sign === '-' && seconds !== 0 ? -seconds : seconds
}

function exists({ year, month, day, hour, minute, second }: TomlDatetime): boolean {
  if (hour > 23 || minute > 59 || second > 59 || month < 1 || month > 12 || day < 1) return false
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= (days[month - 1] ?? 0)
}
