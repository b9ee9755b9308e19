// Dates of the proleptic Gregorian calendar. Seconds and days count from the start of 1970; days fit
// into a number for every moment that Go knows.

export const secondsPerDay = 86_400
export const nanosPerSecond = 1_000_000_000n

export interface CivilDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  readonly day: number
}

const daysPer400Years = 146_097
/** Days from 0000-03-01 to 1970-01-01. */
const epochShift = 719_468
/** From where Go counts seconds in 64 unsigned bits: moments outside wrap around. */
const absoluteShift = (106_751_990_354_238n + 719_162n) * BigInt(secondsPerDay)

/** The day of a moment and the second in it. */
export function splitSeconds(seconds: bigint): { readonly day: number; readonly second: number } {
  const absolute = BigInt.asUintN(64, seconds + absoluteShift)
  const perDay = BigInt(secondsPerDay)
  return {
    day: Number(absolute / perDay - absoluteShift / perDay),
    second: Number(absolute % perDay),
  }
}

/** The date of a day. Years start in March here, so that the leap day is the last of its year. */
export function dateOfDay(day: number): CivilDate {
  const shifted = day + epochShift
  const era = Math.floor(shifted / daysPer400Years)
  const dayOfEra = shifted - era * daysPer400Years
  const leapDays =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - daysBeforeMarchYear(yearOfEra)
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  return { year, month, day: dayOfYear - daysBeforeMarchMonth(monthFromMarch) + 1 }
}

/** The day of a date; months and days outside their range count on, as in Go's time.Date. */
export function dayOfDate({ year, month, day }: CivilDate): number {
  const months = year * 12 + (month - 1) - 2
  const marchYear = Math.floor(months / 12)
  const era = Math.floor(marchYear / 400)
  const inYear = daysBeforeMarchMonth(months - marchYear * 12)
  return (
    era * daysPer400Years +
    daysBeforeMarchYear(marchYear - era * 400) +
    inYear +
    day -
    1 -
    epochShift
  )
}

/** 1 for the first of January. */
export function yearDayOf(day: number): number {
  return day - dayOfDate({ year: dateOfDay(day).year, month: 1, day: 1 }) + 1
}

/** 0 for Sunday. */
export function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7
}

export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** The days of a month; months count from 1. */
export function daysInMonth(month: number, year: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

function daysBeforeMarchYear(yearOfEra: number): number {
  return 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
}

function daysBeforeMarchMonth(monthFromMarch: number): number {
  return Math.floor((153 * monthFromMarch + 2) / 5)
}
