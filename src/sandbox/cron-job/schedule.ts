/** When a schedule in cron's language holds: the values of each of its five fields. */
export interface Schedule {
  readonly minutes: ReadonlySet<number>
  readonly hours: ReadonlySet<number>
  readonly days: ReadonlySet<number>
  readonly months: ReadonlySet<number>
  readonly weekdays: ReadonlySet<number>
  /** Either of the two that is not `*` is enough. */
  readonly eitherDay: boolean
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const weekdays = 'sun mon tue wed thu fri sat'.split(' ')
const short: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/** Reads a schedule; undefined when it is none. */
export function parseSchedule(text: string): Schedule | undefined {
  const fields = (short[text.trim()] ?? text).trim().split(/\s+/)
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields
  if (fields.length !== 5) return undefined
  const schedule = {
    minutes: parseField(minute, 0, 59, []),
    hours: parseField(hour, 0, 23, []),
    days: parseField(day, 1, 31, []),
    months: parseField(month, 1, 12, months),
    weekdays: parseField(weekday, 0, 7, weekdays),
  }
  if (Object.values(schedule).includes(undefined)) return undefined
  const whole = schedule as Omit<Schedule, 'eitherDay'>
  return { ...whole, eitherDay: !isAny(day) && !isAny(weekday) }
}

/** Whether a schedule holds in a minute that the clock on the wall shows. */
export function holdsAt(schedule: Schedule, wall: WallTime): boolean {
  if (!schedule.minutes.has(wall.minute) || !schedule.hours.has(wall.hour)) return false
  if (!schedule.months.has(wall.month)) return false
  const day = schedule.days.has(wall.day)
  const weekday =
    schedule.weekdays.has(wall.weekday) || (wall.weekday === 0 && schedule.weekdays.has(7))
  return schedule.eitherDay ? day || weekday : day && weekday
}

/** The time of a clock on a wall; Sunday is 0. */
export interface WallTime {
  readonly minute: number
  readonly hour: number
  readonly day: number
  readonly month: number
  readonly weekday: number
}

function isAny(field: string): boolean {
  return field === '*' || field === '?' || field.startsWith('*/')
}

function parseField(
  text: string,
  least: number,
  most: number,
  names: readonly string[],
): ReadonlySet<number> | undefined {
  const values = new Set<number>()
  for (const part of text.split(',')) {
    const [span = '', stepText] = part.split('/')
    const step = stepText === undefined ? 1 : wholeNumber(stepText)
    const bounds = parseSpan(span, least, most, names)
    if (bounds === undefined || step === undefined || step === 0) return undefined
    // `5/15` goes on to the end.
    const to = stepText !== undefined && bounds.isSingle ? most : bounds.to
    for (let value = bounds.from; value <= to; value += step) values.add(value)
  }
  return values
}

function parseSpan(span: string, least: number, most: number, names: readonly string[]) {
  if (span === '*' || span === '?') return { from: least, to: most, isSingle: false }
  const [first = '', second] = span.split('-')
  const from = valueOf(first, names, least)
  const to = second === undefined ? from : valueOf(second, names, least)
  if (from === undefined || to === undefined || from < least || to > most || from > to) {
    return undefined
  }
  return { from, to, isSingle: second === undefined }
}

function valueOf(text: string, names: readonly string[], least: number): number | undefined {
  const at = names.indexOf(text.toLowerCase())
  return at === -1 ? wholeNumber(text) : at + least
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}
