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
  const closed = wanting.find(({ maintenance }) => !isOpen(maintenance, now))
  if (closed === undefined) return open
  const moments = wanting.flatMap(({ maintenance }) => edgesOf(maintenance, now))
  const opensAt = moments
    .filter((at) => at > now)
    .toSorted((a, b) => a - b)
    .find((at) => wanting.every(({ maintenance }) => isOpen(maintenance, at)))
  return { is: 'closed', of: closed.of, opensAt }
}

function isOpen({ windows, timeZone }: Maintenance, at: number): boolean {
  const within = windows.filter((window) => isWithin(window, timeZone, at))
  if (within.some(({ action }) => action === 'deny')) return false
  return within.length > 0 || windows.every(({ action }) => action === 'deny')
}

type Window = Maintenance['windows'][number]

function isWithin(window: Window, timeZone: string, at: number): boolean {
  const today = localDay(at, timeZone)
  // One that passes midnight began yesterday.
  return [today - day, today].some((began) => {
    if (!beginsOn(window, began)) return false
    const [from, to] = boundsOn(window, began, timeZone)
    return from <= at && at < to
  })
}

function beginsOn({ days, firstDate, lastDate }: Window, localDate: number): boolean {
  // 1970 began on a Thursday.
  const weekday = weekdays[(Math.floor(localDate / day) + 3) % weekdays.length]
  if (days !== undefined && days.length > 0 && !days.some((one) => one === weekday)) return false
  if (firstDate !== undefined && localDate < Date.parse(firstDate)) return false
  return lastDate === undefined || localDate <= Date.parse(lastDate)
}

function boundsOn(
  { from = '00:00', to = '00:00' }: Window,
  localDate: number,
  timeZone: string,
): readonly [number, number] {
  const [begin, end] = [minutesIn(from), minutesIn(to)]
  const last = end > begin ? localDate : localDate + day
  return [instantOf(localDate + begin * minute, timeZone), instantOf(last + end * minute, timeZone)]
}

// The moments at which a window begins or ends.
function edgesOf({ windows, timeZone }: Maintenance, now: number): readonly number[] {
  const today = localDay(now, timeZone)
  const dates = windows.flatMap(({ firstDate, lastDate }) =>
    [firstDate, lastDate].flatMap((text) => (text === undefined ? [] : [Date.parse(text)])),
  )
  const begins = [today - day, ...dates.filter((one) => one > today && one < today + 400 * day)]
  const days = new Set(
    begins.flatMap((begin) => Array.from({ length: weekAhead }, (_, at) => begin + at * day)),
  )
  return [...days].flatMap((one) =>
    windows.flatMap((window) => (beginsOn(window, one) ? boundsOn(window, one, timeZone) : [])),
  )
}

function minutesIn(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** Midnight of the day that it is in a time zone, as if that were UTC. */
function localDay(at: number, timeZone: string): number {
  const local = at + offsetOf(at, timeZone)
  return local - (((local % day) + day) % day)
}

/** The moment at which clocks of a time zone show something. */
function instantOf(local: number, timeZone: string): number {
  const guess = local - offsetOf(local, timeZone)
  return local - offsetOf(guess, timeZone)
}

/** Milliseconds by which the clocks of a time zone are ahead of UTC. */
function offsetOf(at: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at)
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
