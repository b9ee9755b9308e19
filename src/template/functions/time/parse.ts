import { toBinary } from '../../../formats/byte-string.ts'
import { dateOfDay, dayOfDate, daysInMonth, isLeapYear, nanosPerSecond } from './civil.ts'
import { nextChunk } from './layout.ts'
import { momentAt, momentOf, nanosOf, type DateParts, type Moment } from './moment.ts'
import { readElement, type ReadParts } from './parse-element.ts'
import { fixedZone, utc, type Zone } from './zone.ts'

/** A moment, or Go's error text. */
export type ParsedTime =
  | { readonly ok: true; readonly value: Moment }
  | { readonly ok: false; readonly error: string }

/** time.ParseInLocation in the local zone. */
export function parseTime(layout: string, value: string, local: Zone): ParsedTime {
  const given = { layout: toBinary(layout), value: toBinary(value) }
  const read = readParts(given)
  if ('error' in read) return { ok: false, error: read.error }
  const date = dateIn(read.parts)
  if (typeof date === 'string') {
    return { ok: false, error: `parsing time ${quoteTime(given.value)}: ${date}` }
  }
  return { ok: true, value: placed(clockIn(read.parts, date), read.parts, local) }
}

/** Go's time package quotes by its own rule: all but printable ASCII is hexadecimal. */
export function quoteTime(binary: string): string {
  let escaped = ''
  for (let at = 0; at < binary.length; at++) escaped += escapes[binary.charCodeAt(at)] ?? ''
  return `"${escaped}"`
}

/** Of each byte. */
const escapes = Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
  const isPlain = byte >= 0x20 && byte <= 0x7f
  return isPlain ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`
})

interface TimeText {
  readonly layout: string
  readonly value: string
}

function readParts(given: TimeText): { readonly parts: ReadParts } | { readonly error: string } {
  let parts: ReadParts = {}
  let rest = given.value
  for (let chunk = nextChunk(given.layout); ; chunk = nextChunk(chunk.rest)) {
    const behind = skipPrefix(rest, chunk.prefix)
    if ('stuckAt' in behind) return { error: mismatch(given, behind.stuckAt, chunk.prefix) }
    rest = behind.rest
    if (chunk.element === undefined) break
    const reading = readElement(rest, chunk)
    if (reading === undefined) return { error: mismatch(given, rest, chunk.text) }
    if (reading.outOfRange !== undefined) {
      return { error: `parsing time ${quoteTime(given.value)}: ${reading.outOfRange} out of range` }
    }
    parts = { ...parts, ...reading.parts }
    rest = reading.rest
  }
  if (rest === '') return { parts }
  return { error: `parsing time ${quoteTime(given.value)}: extra text: ${quoteTime(rest)}` }
}

function mismatch({ layout, value }: TimeText, found: string, wanted: string): string {
  return `parsing time ${quoteTime(value)} as ${quoteTime(layout)}: cannot parse ${quoteTime(found)} as ${quoteTime(wanted)}`
}

/** Skips literal text; a run of spaces stands for any number of them, even none at the end. */
function skipPrefix(
  text: string,
  prefix: string,
): { readonly rest: string } | { readonly stuckAt: string } {
  let rest = text
  for (const part of prefix.match(/ +|[^ ]/g) ?? []) {
    if (part.startsWith(' ')) {
      if (rest !== '' && !rest.startsWith(' ')) return { stuckAt: rest }
      rest = rest.replace(/^ +/, '')
    } else if (rest.startsWith(part)) rest = rest.slice(1)
    else return { stuckAt: rest }
  }
  return { rest }
}

interface MonthDay {
  readonly month: number
  readonly day: number
}

/** Month and day, or what is wrong with them. */
function dateIn({ year = 0, month, day, yearDay }: ReadParts): MonthDay | string {
  if (yearDay !== undefined) return dateOfYearDay({ year, month, day, yearDay })
  const date = { month: month ?? 1, day: day ?? 1 }
  return date.day < 1 || date.day > daysInMonth(date.month, year) ? 'day out of range' : date
}

function dateOfYearDay(given: {
  readonly year: number
  readonly month: number | undefined
  readonly day: number | undefined
  readonly yearDay: number
}): MonthDay | string {
  const { year, yearDay } = given
  if (yearDay < 1 || yearDay > (isLeapYear(year) ? 366 : 365)) return 'day-of-year out of range'
  const { month, day } = dateOfDay(dayOfDate({ year, month: 1, day: yearDay }))
  if (given.month !== undefined && given.month !== month) {
    return 'day-of-year does not match month'
  }
  if (given.day !== undefined && given.day !== day) return 'day-of-year does not match day'
  return { month, day }
}

function clockIn(parts: ReadParts, { month, day }: MonthDay): DateParts {
  const { year = 0, hour = 0, minute = 0, second = 0, nanos = 0, half } = parts
  const shift = half === 'pm' && hour < 12 ? 12 : half === 'am' && hour === 12 ? -12 : 0
  return { year, month, day, hour: hour + shift, minute, second, nanos }
}

function placed(date: DateParts, { isUtc, offset, zoneName = '' }: ReadParts, local: Zone): Moment {
  if (isUtc === true) return momentOf(date, utc)
  if (offset !== undefined) {
    const moment = earlier(momentOf(date, utc), offset, local)
    // The local zone counts where it has this offset at that moment.
    const here = local.at(moment.seconds)
    const isHere = here.offset === offset && (zoneName === '' || here.abbreviation === zoneName)
    return isHere ? moment : { ...moment, zone: fixedZone(zoneName, offset) }
  }
  if (zoneName === '') return momentOf(date, local)
  const moment = momentOf(date, utc)
  const known = local.offsetNamed(zoneName, moment.seconds)
  if (known !== undefined) return earlier(moment, known, local)
  // An unknown name says nothing about the offset, unless it is GMT with hours.
  const hours = zoneName.startsWith('GMT') ? Number(zoneName.slice(3)) : 0
  return { ...moment, zone: fixedZone(zoneName, hours * 3600) }
}

function earlier(moment: Moment, seconds: number, zone: Zone): Moment {
  return momentAt(nanosOf(moment) - BigInt(seconds) * nanosPerSecond, zone)
}
