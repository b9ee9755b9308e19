import { type Schedule, type WallTime, holdsAt } from './schedule.ts'

const minute = 60_000
/** A schedule such as the 30th of February never holds; nobody looks further than this. */
const horizonDays = 4 * 366

/** The first moment after another at which a schedule holds, in milliseconds; undefined when there is none. */
export function nextTime(schedule: Schedule, zone: string, after: number): number | undefined {
  const wallOf = wallClock(zone)
  let at = Math.floor(after / minute) * minute + minute
  const end = after + horizonDays * 86_400_000
  while (at <= end) {
    const wall = wallOf(at)
    if (holdsAt(schedule, wall)) return at
    at += skip(schedule, wall) * minute
  }
  return undefined
}

// Whole hours and days in which nothing can be are not looked at minute by minute.
function skip(schedule: Schedule, wall: WallTime): number {
  const isDay = holdsAt(
    { ...schedule, minutes: new Set([wall.minute]), hours: new Set([wall.hour]) },
    wall,
  )
  if (!isDay) return (23 - wall.hour) * 60 + (60 - wall.minute)
  return schedule.hours.has(wall.hour) ? 1 : 60 - wall.minute
}

function wallClock(zone: string): (at: number) => WallTime {
  if (zone === '' || zone === 'UTC' || zone === 'Etc/UTC') {
    return (at) => {
      const date = new Date(at)
      return {
        minute: date.getUTCMinutes(),
        hour: date.getUTCHours(),
        day: date.getUTCDate(),
        month: date.getUTCMonth() + 1,
        weekday: date.getUTCDay(),
      }
    }
  }
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    minute: 'numeric',
    hour: 'numeric',
    day: 'numeric',
    month: 'numeric',
    weekday: 'short',
  })
  const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type))
    return {
      minute: number('minute'),
      hour: number('hour'),
      day: number('day'),
      month: number('month'),
      weekday: names.indexOf(parts.get('weekday') ?? ''),
    }
  }
}

/** Whether a time zone has a name that is known. */
export function isTimeZone(zone: string): boolean {
  try {
    wallClock(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
