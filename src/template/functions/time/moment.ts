import {
  dateOfDay,
  dayOfDate,
  nanosPerSecond,
  secondsPerDay,
  splitSeconds,
  weekdayOf,
  yearDayOf,
} from './civil.ts'
import type { Zone } from './zone.ts'

/** A moment in a zone: what a time.Time is without its methods. */
export interface Moment {
  /** Seconds since 1970, 64 bits signed. */
  readonly seconds: bigint
  /** 0 to 999,999,999. */
  readonly nanos: number
  readonly zone: Zone
}

/** The parts of a moment that its zone decides. */
export interface CivilTime {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly yearDay: number
  /** 0 for Sunday. */
  readonly weekday: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly abbreviation: string
  readonly offset: number
}

/** Go counts from year 1. */
export const yearOneSeconds = 62_135_596_800n

/** time.Time{}. */
export function zeroMoment(zone: Zone): Moment {
  return { seconds: -yearOneSeconds, nanos: 0, zone }
}

export function isZeroMoment({ seconds, nanos }: Moment): boolean {
  return seconds === -yearOneSeconds && nanos === 0
}

/** The moment so many nanoseconds after the start of 1970; seconds wrap as in Go. */
export function momentAt(nanos: bigint, zone: Zone): Moment {
  const rest = ((nanos % nanosPerSecond) + nanosPerSecond) % nanosPerSecond
  const seconds = (nanos - rest) / nanosPerSecond
  return {
    seconds: BigInt.asIntN(64, seconds + yearOneSeconds) - yearOneSeconds,
    nanos: Number(rest),
    zone,
  }
}

/** Nanoseconds since the start of 1970, of any size. */
export function nanosOf({ seconds, nanos }: Moment): bigint {
  return seconds * nanosPerSecond + BigInt(nanos)
}

/** The parts of a date and time; each may be outside its range and then counts on. */
export interface DateParts {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly nanos: number
}

/** Go's time.Date. */
export function momentOf(parts: DateParts, zone: Zone): Moment {
  const clock = parts.hour * 3600 + parts.minute * 60 + parts.second
  const local = BigInt(dayOfDate(parts)) * BigInt(secondsPerDay) + BigInt(clock)
  const guess = BigInt(zone.at(local).offset)
  // Where the guess is another day's offset, the offset of that moment counts.
  const offset = guess === 0n ? 0n : BigInt(zone.at(local - guess).offset)
  return momentAt((local - offset) * nanosPerSecond + BigInt(parts.nanos), zone)
}

/** The time of day and the date in the zone. */
export function civilOf({ seconds, zone }: Moment): CivilTime {
  const { abbreviation, offset } = zone.at(seconds)
  const { day, second } = splitSeconds(seconds + BigInt(offset))
  return {
    ...dateOfDay(day),
    yearDay: yearDayOf(day),
    weekday: weekdayOf(day),
    hour: Math.floor(second / 3600),
    minute: Math.floor(second / 60) % 60,
    second: second % 60,
    abbreviation,
    offset,
  }
}
