import { Sized, type Value } from '../../../formats/value.ts'
import { parseInt64 } from '../../../formats/parse-number.ts'
import { FuncError, type CallScope, type FuncMap, type TemplateFunc } from '../../func.ts'
import { define } from '../define.ts'
import { clamp, formatDuration, parseDuration, roundDuration, secondNanos } from './duration.ts'
import { formatTime } from './format.ts'
import { GoTime } from './go-time.ts'
import { momentAt, nanosOf, zeroMoment, type Moment } from './moment.ts'
import { parseTime } from './parse.ts'
import { findZone, localZone, utc } from './zone.ts'

const htmlLayout = '2006-01-02'

const dateInZone = define(['string', 'interface {}', 'string'], ([layout, date, zone], scope) =>
  formatIn(layout, date, zone, scope),
)

const dateModify: TemplateFunc = {
  params: ['string', 'time.Time'],
  call: ([text, date]) => {
    const time = timeIn(date)
    const duration = parseDuration(textIn(text))
    return duration.ok ? time.plus(duration.value) : time
  },
}

const mustDateModify: TemplateFunc = {
  params: ['string', 'time.Time'],
  call: ([text, date]) => {
    const duration = parseDuration(textIn(text))
    if (!duration.ok) throw new FuncError(duration.error)
    return timeIn(date).plus(duration.value)
  },
}

/** Functions about dates and times. */
export const dateFunctions: FuncMap = {
  now: define([], (_, { entropy }) => {
    const local = localZone(entropy.localZone)
    // Go shows how long its process runs; ours takes no time.
    return new GoTime(momentAt(entropy.now(), local), local, 0n)
  }),
  date: define(['string', 'interface {}'], ([layout, date], scope) =>
    formatIn(layout, date, 'Local', scope),
  ),
  dateInZone,
  date_in_zone: dateInZone,
  htmlDate: define(['interface {}'], ([date], scope) => formatIn(htmlLayout, date, 'Local', scope)),
  htmlDateInZone: define(['interface {}', 'string'], ([date, zone], scope) =>
    formatIn(htmlLayout, date, zone, scope),
  ),
  dateModify,
  date_modify: dateModify,
  mustDateModify,
  must_date_modify: mustDateModify,
  toDate: define(['string', 'string'], ([layout, text], { entropy }) => {
    const local = localZone(entropy.localZone)
    const parsed = parseTime(layout, text, local)
    return new GoTime(parsed.ok ? parsed.value : zeroMoment(utc), local)
  }),
  mustToDate: define(['string', 'string'], ([layout, text], { entropy }) => {
    const local = localZone(entropy.localZone)
    const parsed = parseTime(layout, text, local)
    if (!parsed.ok) throw new FuncError(parsed.error)
    return new GoTime(parsed.value, local)
  }),
  unixEpoch: {
    params: ['time.Time'],
    call: ([date]) => String(BigInt.asIntN(64, timeIn(date).moment.seconds)),
  },
  ago: define(['interface {}'], ([date], { entropy }) => {
    const isNumber = typeof date === 'bigint' || (date instanceof Sized && date.kind === 'int64')
    const moment = isNumber || date instanceof GoTime ? momentIn(date) : undefined
    const nanos = moment === undefined ? 0n : entropy.now() - nanosOf(moment)
    return formatDuration(roundDuration(clamp(nanos), secondNanos))
  }),
  duration: define(['interface {}'], ([seconds]) =>
    formatDuration(BigInt.asIntN(64, secondsIn(seconds) * secondNanos)),
  ),
  durationRound: define(['interface {}'], ([value], { entropy }) =>
    largestUnit(nanosIn(value, entropy.now())),
  ),
}

function formatIn(layout: string, date: Value, zone: string, { entropy }: CallScope): string {
  const nanos = nanosOf(momentIn(date) ?? momentAt(entropy.now(), utc))
  const local = localZone(entropy.localZone)
  const found = zone === '' || zone === 'UTC' ? utc : zone === 'Local' ? local : findZone(zone)
  return formatTime(momentAt(nanos, found ?? utc), layout)
}

/** The moment of a time or of Unix seconds; undefined for what Sprig takes for "now". */
function momentIn(date: Value): Moment | undefined {
  if (date instanceof GoTime) return date.moment
  if (typeof date === 'bigint') return momentAt(date * secondNanos, utc)
  const isSeconds = date instanceof Sized && (date.kind === 'int64' || date.kind === 'int32')
  return isSeconds ? momentAt(date.value * secondNanos, utc) : undefined
}

// The executor has checked the arguments.
function timeIn(value: Value): GoTime {
  return value as GoTime
}

function textIn(value: Value): string {
  return value as string
}

function secondsIn(value: Value): bigint {
  if (typeof value === 'string') return parseInt64(value, 10).value
  return value instanceof Sized && value.kind === 'int64' ? value.value : 0n
}

function nanosIn(value: Value, now: bigint): bigint {
  if (typeof value === 'string') {
    const duration = parseDuration(value)
    return duration.ok ? duration.value : 0n
  }
  if (value instanceof GoTime) return clamp(now - nanosOf(value.moment))
  return value instanceof Sized && value.kind === 'int64' ? value.value : 0n
}

const hour = 3600n * secondNanos

const units: readonly (readonly [nanos: bigint, name: string])[] = [
  [365n * 24n * hour, 'y'],
  [30n * 24n * hour, 'mo'],
  [24n * hour, 'd'],
  [hour, 'h'],
  [60n * secondNanos, 'm'],
  [secondNanos, 's'],
]

/** The number of whole units of the largest unit that is smaller. */
function largestUnit(nanos: bigint): string {
  const size = nanos < 0n ? -nanos : nanos
  const [unit, name] = units.find(([length]) => size > length) ?? [1n, '']
  return name === '' ? '0s' : `${size / unit}${name}`
}
