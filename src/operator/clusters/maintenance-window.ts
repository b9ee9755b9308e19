import { type Maintenance, weekdays } from '../../kinds/shared-fields.ts'

/** The windows of one object, and how a person calls that object. */
export interface NamedMaintenance {
  readonly of: string
  readonly maintenance: Maintenance
}

/** Whether changes may roll out now. */
export type WindowState =
  | { readonly is: 'open' }
  | {
      readonly is: 'closed'
      /** Whose windows are closed. */
      readonly of: string
      /** When changes may roll out again, in milliseconds; undefined when no window within about a year opens. */
      readonly opensAt: number | undefined
      /** Why nobody can tell. */
      readonly problem?: string
    }

const minute = 60_000
const day = 86_400_000
const open: WindowState = { is: 'open' }
/** Days ahead for which windows of the week are looked at, from now and from each date that a window names. */
const weekAhead = 8

/** Whether all of them let changes roll out at a moment, and when they will. */
export function windowState(all: readonly NamedMaintenance[], now: number): WindowState {
  const wanting = all.filter(({ maintenance }) => maintenance.windows.length > 0)
  const unknown = wanting.find(({ maintenance }) => !isTimeZone(maintenance.timeZone))
  if (unknown !== undefined) {
    const problem = `${unknown.of} has the time zone "${unknown.maintenance.timeZone}", which is not known: write one such as Europe/Berlin`
    return { is: 'closed', of: unknown.of, opensAt: undefined, problem }
  }
  const calendars = wanting.map(({ of, maintenance }) => new Calendar(of, maintenance))
  const closed = calendars.find((calendar) => !calendar.isOpen(now))
  if (closed === undefined) return open
  const moments = new Set(calendars.flatMap((calendar) => calendar.edges(now)))
  const opensAt = [...moments]
    .filter((at) => at > now)
    .toSorted((a, b) => a - b)
    .find((at) => calendars.every((calendar) => calendar.isOpen(at)))
  return { is: 'closed', of: closed.of, opensAt }
}

type Window = Maintenance['windows'][number]

interface Interval {
  readonly action: Window['action']
  readonly from: number
  readonly to: number
}

/**
 * The windows of one object on the days that are asked for. Each day is worked out once: whoever may write windows would otherwise
 * keep the operator from everybody else's work.
 */
class Calendar {
  readonly of: string
  private readonly windows: readonly Window[]
  private readonly zone: TimeZone
  private readonly onlyDenies: boolean
  private readonly days = new Map<number, readonly Interval[]>()

  constructor(of: string, { windows, timeZone }: Maintenance) {
    this.of = of
    this.windows = windows
    this.zone = new TimeZone(timeZone)
    this.onlyDenies = windows.every(({ action }) => action === 'deny')
  }

  isOpen(at: number): boolean {
    const today = this.zone.localDay(at)
    let isAllowed = this.onlyDenies
    // One that passes midnight began yesterday.
    for (const began of [today - day, today]) {
      for (const { action, from, to } of this.intervalsOf(began)) {
        if (at < from || at >= to) continue
        if (action === 'deny') return false
        isAllowed = true
      }
    }
    return isAllowed
  }

  /** The moments at which a window begins or ends. */
  edges(now: number): readonly number[] {
    const today = this.zone.localDay(now)
    const dates = this.windows.flatMap(({ firstDate, lastDate }) =>
      [firstDate, lastDate].flatMap((text) => (text === undefined ? [] : [Date.parse(text)])),
    )
    const begins = [today - day, ...dates.filter((one) => one > today && one < today + 400 * day)]
    const days = new Set(
      begins.flatMap((begin) => Array.from({ length: weekAhead }, (_, at) => begin + at * day)),
    )
    return [...days].flatMap((one) => this.intervalsOf(one).flatMap(({ from, to }) => [from, to]))
  }

  private intervalsOf(localDate: number): readonly Interval[] {
    const known = this.days.get(localDate)
    if (known !== undefined) return known
    const instantOf = this.zone.instantsAround(localDate)
    const found = this.windows
      .filter((window) => beginsOn(window, localDate))
      .map(({ action, from = '00:00', to = '00:00' }) => {
        const [begin, end] = [minutesIn(from), minutesIn(to)]
        const last = end > begin ? localDate : localDate + day
        return {
          action,
          from: instantOf(localDate + begin * minute),
          to: instantOf(last + end * minute),
        }
      })
    this.days.set(localDate, found)
    return found
  }
}

function beginsOn({ days, firstDate, lastDate }: Window, localDate: number): boolean {
  // 1970 began on a Thursday.
  const weekday = weekdays[(Math.floor(localDate / day) + 3) % weekdays.length]
  if (days !== undefined && days.length > 0 && !days.some((one) => one === weekday)) return false
  if (firstDate !== undefined && localDate < Date.parse(firstDate)) return false
  return lastDate === undefined || localDate <= Date.parse(lastDate)
}

function minutesIn(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** The clocks of a place. */
class TimeZone {
  private readonly format: Intl.DateTimeFormat
  private readonly offsets = new Map<number, number>()

  constructor(name: string) {
    this.format = formatOf(name)
  }

  /** Midnight of the day that it is there, as if that were UTC. */
  localDay(at: number): number {
    const local = at + this.offsetAround(at)
    return local - (((local % day) + day) % day)
  }

  /** Gives the moments at which clocks show something on a day or the one after it. */
  instantsAround(localDate: number): (local: number) => number {
    const [before, after] = [
      this.knownOffset(localDate - day),
      this.knownOffset(localDate + 3 * day),
    ]
    if (before === after) return (local) => local - before
    return (local) => {
      const guess = local - this.offsetOf(local)
      return local - this.offsetOf(guess)
    }
  }

  // Clocks are not put forward and back within two days.
  private offsetAround(at: number): number {
    const midnight = at - (((at % day) + day) % day)
    const [before, after] = [this.knownOffset(midnight), this.knownOffset(midnight + day)]
    return before === after ? before : this.offsetOf(at)
  }

  private knownOffset(at: number): number {
    const known = this.offsets.get(at) ?? this.offsetOf(at)
    this.offsets.set(at, known)
    return known
  }

  /** Milliseconds by which its clocks are ahead of UTC. */
  private offsetOf(at: number): number {
    const parts = this.format.formatToParts(at)
    const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0)
    const shown = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    )
    return shown - Math.floor(at / 1000) * 1000
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}

function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}
