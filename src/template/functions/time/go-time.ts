import { toBytes } from '../../../formats/go-string.ts'
import { GoObject, Sized, type GoMethod, type Value } from '../../../formats/value.ts'
import { FuncError } from '../../func.ts'
import { panic } from '../go-panic.ts'
import { CalendarName } from './calendar-name.ts'
import { clamp, durationArgument, GoDuration, secondNanos } from './duration.ts'
import { appendBytes, rfc3339, timeBinary, timeJson, timeText } from './encode-time.ts'
import { formatTime } from './format.ts'
import { monthNames } from './layout.ts'
import { GoLocation } from './location.ts'
import {
  civilOf,
  isZeroMoment,
  momentAt,
  momentOf,
  nanosOf,
  yearOneSeconds,
  type Moment,
} from './moment.ts'
import { quoteTime } from './parse.ts'
import { utc, type Zone } from './zone.ts'

const printLayout = '2006-01-02 15:04:05.999999999 -0700 MST'

/** time.Time. */
export class GoTime extends GoObject {
  readonly type = 'time.Time'
  readonly kind = 'struct'
  readonly moment: Moment
  /** The zone that `Local` means. */
  readonly local: Zone
  /** The reading of Go's monotonic clock, which only `now` and times counted from it have. */
  readonly monotonic: bigint | undefined

  constructor(moment: Moment, local: Zone, monotonic?: bigint) {
    super()
    this.moment = moment
    this.local = local
    this.monotonic = monotonic
  }

  /** A time so many nanoseconds later. */
  plus(nanos: bigint): GoTime {
    const { moment, monotonic, local } = this
    const later = momentAt(nanosOf(moment) + nanos, moment.zone)
    return new GoTime(later, local, monotonic === undefined ? undefined : monotonic + nanos)
  }

  /** The same moment elsewhere. */
  in(zone: Zone): GoTime {
    return new GoTime({ ...this.moment, zone }, this.local)
  }

  override text(): string {
    return formatTime(this.moment, printLayout) + this.monotonicText()
  }

  override json(): Value {
    return rfc3339(
      this.moment,
      'json: error calling MarshalJSON for type time.Time: Time.MarshalJSON: ',
    )
  }

  override fields(): readonly (readonly [string, Value])[] {
    const { seconds, nanos, zone } = this.moment
    return [
      ['wall', new Sized('uint64', BigInt(nanos))],
      ['ext', int64(seconds + yearOneSeconds)],
      ['loc', new GoLocation(zone)],
    ]
  }

  override method(name: string): GoMethod | undefined {
    const method = methods.get(name)
    if (method === undefined) return undefined
    return { params: method.params, call: (args) => method.call(this, args) }
  }

  private monotonicText(): string {
    if (this.monotonic === undefined) return ''
    const size = this.monotonic < 0n ? -this.monotonic : this.monotonic
    const fraction = String(size % secondNanos).padStart(9, '0')
    return ` m=${this.monotonic < 0n ? '-' : '+'}${size / secondNanos}.${fraction}`
  }
}

interface Method {
  readonly params: GoMethod['params']
  readonly call: (time: GoTime, args: readonly Value[]) => Value
}

const methods: ReadonlyMap<string, Method> = new Map([
  ['String', getter((time) => time.text())],
  ['GoString', getter(goSyntax)],
  ['Year', part(({ year }) => year)],
  ['Month', getter(({ moment }) => new CalendarName('time.Month', civilOf(moment).month))],
  ['Weekday', getter(({ moment }) => new CalendarName('time.Weekday', civilOf(moment).weekday))],
  ['Day', part(({ day }) => day)],
  ['YearDay', part(({ yearDay }) => yearDay)],
  ['Hour', part(({ hour }) => hour)],
  ['Minute', part(({ minute }) => minute)],
  ['Second', part(({ second }) => second)],
  ['Nanosecond', getter(({ moment }) => BigInt(moment.nanos))],
  ['Unix', getter(({ moment }) => int64(moment.seconds))],
  ['UnixMilli', getter((time) => unixIn(time, 1_000n))],
  ['UnixMicro', getter((time) => unixIn(time, 1_000_000n))],
  ['UnixNano', getter((time) => unixIn(time, secondNanos))],
  ['IsZero', getter(({ moment }) => isZeroMoment(moment))],
  ['IsDST', getter(({ moment }) => moment.zone.at(moment.seconds).isDaylightSaving)],
  ['UTC', getter((time) => time.in(utc))],
  ['Local', getter((time) => time.in(time.local))],
  ['Location', getter(({ moment }) => new GoLocation(moment.zone))],
  ['In', { params: ['*time.Location'], call: (time, [location]) => moveTo(time, location) }],
  ['Format', { params: ['string'], call: (time, [layout]) => format(time, layout) }],
  ['Add', { params: ['time.Duration'], call: (time, [by]) => time.plus(durationArgument(by)) }],
  ['AddDate', { params: ['int', 'int', 'int'], call: addDate }],
  ['Truncate', { params: ['time.Duration'], call: (time, [to]) => truncate(time, to) }],
  ['Round', { params: ['time.Duration'], call: (time, [to]) => round(time, to) }],
  ['Sub', comparing((nanos) => new GoDuration(clamp(nanos)))],
  ['Before', comparing((nanos) => nanos < 0n)],
  ['After', comparing((nanos) => nanos > 0n)],
  ['Equal', comparing((nanos) => nanos === 0n)],
  ['Compare', comparing((nanos) => (nanos < 0n ? -1n : nanos > 0n ? 1n : 0n))],
  ['MarshalText', getter(({ moment }) => timeText(moment))],
  ['MarshalJSON', getter(({ moment }) => timeJson(moment))],
  ['MarshalBinary', getter(({ moment }) => timeBinary(moment))],
  ['GobEncode', getter(({ moment }) => timeBinary(moment))],
  ['AppendText', appending((moment) => toBytes(rfc3339(moment, 'Time.AppendText: ')))],
  ['AppendBinary', appending(timeBinary)],
  [
    'AppendFormat',
    {
      params: ['[]uint8', 'string'],
      call: (time, [given, layout]) => appendBytes(given, toBytes(format(time, layout))),
    },
  ],
  ['Clock', uncallable('function Clock has 3 return values; should be 1 or 2')],
  ['Date', uncallable('function Date has 3 return values; should be 1 or 2')],
  ['ISOWeek', uncallable(secondResult('ISOWeek', 'int'))],
  ['Zone', uncallable(secondResult('Zone', 'int'))],
  ['ZoneBounds', uncallable(secondResult('ZoneBounds', 'time.Time'))],
])

function getter(get: (time: GoTime) => Value): Method {
  return { params: [], call: get }
}

function part(get: (civil: ReturnType<typeof civilOf>) => number): Method {
  return getter(({ moment }) => BigInt(get(civilOf(moment))))
}

/** A method that answers from the nanoseconds since another time. */
function comparing(answer: (nanos: bigint) => Value): Method {
  return {
    params: ['time.Time'],
    call: ({ moment }, [other]) =>
      answer(other instanceof GoTime ? nanosOf(moment) - nanosOf(other.moment) : 0n),
  }
}

/** A method that adds to the bytes it is given. */
function appending(write: (moment: Moment) => Uint8Array): Method {
  return {
    params: ['[]uint8'],
    call: ({ moment }, [given]) => appendBytes(given, write(moment)),
  }
}

/** A method with more results than templates take. */
function uncallable(message: string): Method {
  return getter(() => {
    throw new FuncError(message)
  })
}

function secondResult(name: string, type: string): string {
  return `invalid function signature for ${name}: second return value should be error; is ${type}`
}

function int64(value: bigint): Sized {
  return new Sized('int64', BigInt.asIntN(64, value))
}

/** Whole units since 1970, so many to the second. */
function unixIn({ moment }: GoTime, perSecond: bigint): Sized {
  return int64(moment.seconds * perSecond + BigInt(moment.nanos) / (secondNanos / perSecond))
}

function moveTo(time: GoTime, location: Value): GoTime {
  if (location instanceof GoLocation) return time.in(location.zone)
  throw panic('time: missing Location in call to Time.In')
}

function format({ moment }: GoTime, layout: Value): string {
  return formatTime(moment, typeof layout === 'string' ? layout : '')
}

function addDate({ moment, local }: GoTime, args: readonly Value[]): GoTime {
  const [years = 0, months = 0, days = 0] = args.map(Number)
  const civil = civilOf(moment)
  const parts = {
    ...civil,
    year: civil.year + years,
    month: civil.month + months,
    day: civil.day + days,
    nanos: moment.nanos,
  }
  return new GoTime(momentOf(parts, moment.zone), local)
}

/** Nanoseconds past the last multiple since year 1. */
function past({ moment }: GoTime, multiple: bigint): bigint {
  const rest = (nanosOf(moment) + yearOneSeconds * secondNanos) % multiple
  return rest < 0n ? rest + multiple : rest
}

function truncate(time: GoTime, to: Value): GoTime {
  const multiple = durationArgument(to)
  const plain = time.in(time.moment.zone)
  return multiple <= 0n ? plain : plain.plus(-past(plain, multiple))
}

function round(time: GoTime, to: Value): GoTime {
  const multiple = durationArgument(to)
  const plain = time.in(time.moment.zone)
  if (multiple <= 0n) return plain
  const rest = past(plain, multiple)
  return plain.plus(rest + rest < multiple ? -rest : multiple - rest)
}

/** `time.Date(2021, time.March, 4, 5, 6, 7, 0, time.UTC)`. */
function goSyntax({ moment, local }: GoTime): string {
  const { year, month, day, hour, minute, second } = civilOf(moment)
  const { zone } = moment
  const place =
    zone === utc
      ? 'time.UTC'
      : zone === local
        ? 'time.Local'
        : `time.Location(${quoteTime(zone.name)})`
  const numbers = [day, hour, minute, second, moment.nanos].join(', ')
  return `time.Date(${year}, time.${monthNames[month - 1] ?? ''}, ${numbers}, ${place})`
}
