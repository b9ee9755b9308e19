import { GoObject, Sized, type GoMethod, type Value } from '../../../formats/value.ts'
import { toBinary } from '../../../formats/byte-string.ts'
import { quoteTime } from './parse.ts'

const maxDuration = (1n << 63n) - 1n
const minDuration = -(1n << 63n)

const unitNanos: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
}

export const secondNanos = 1_000_000_000n
const minuteNanos = 60n * secondNanos
const hourNanos = 60n * minuteNanos

/** Nanoseconds, or Go's error text. */
export type ParsedDuration =
  | { readonly ok: true; readonly value: bigint }
  | { readonly ok: false; readonly error: string }

/** time.ParseDuration. */
export function parseDuration(text: string): ParsedDuration {
  const [, sign = '', body = ''] = /^([-+]?)([^]*)$/.exec(text) ?? []
  if (body === '0') return { ok: true, value: 0n }
  const limit = 1n << 63n
  let total = 0n
  let rest = body
  do {
    const term = readTerm(rest)
    if (typeof term === 'string') return fault(term, text)
    // Go counts in 64 unsigned bits.
    total = BigInt.asUintN(64, total + term.nanos)
    if (total > limit) return fault('invalid duration', text)
    rest = term.rest
  } while (rest !== '')
  if (sign === '-') return { ok: true, value: -total }
  return total === limit ? fault('invalid duration', text) : { ok: true, value: total }
}

function fault(what: string, text: string): ParsedDuration {
  return { ok: false, error: `time: ${what} ${quoteTime(toBinary(text))}` }
}

/** A number with its unit, or what is wrong with it. */
function readTerm(text: string): { readonly nanos: bigint; readonly rest: string } | string {
  const limit = 1n << 63n
  const match = /^([0-9]*)(?:\.([0-9]*))?/.exec(text)
  const [number = '', whole = '', fraction = ''] = match ?? []
  if (whole === '' && fraction === '') return 'invalid duration'
  const count = BigInt(whole)
  if (count > limit) return 'invalid duration'
  const [name = ''] = /^[^0-9.]*/.exec(text.slice(number.length)) ?? []
  if (name === '') return 'missing unit in duration'
  const unit = Object.hasOwn(unitNanos, name) ? unitNanos[name] : undefined
  if (unit === undefined) return `unknown unit ${quoteTime(toBinary(name))} in duration`
  if (count > limit / unit) return 'invalid duration'
  const nanos = count * unit + fractionNanos(fraction, unit)
  if (nanos > limit) return 'invalid duration'
  return { nanos, rest: text.slice(number.length + name.length) }
}

/** Go calculates with a float, and leaves out digits that do not fit into 63 bits. */
function fractionNanos(digits: string, unit: bigint): bigint {
  const limit = 1n << 63n
  let count = 0n
  let scale = 1
  for (const digit of digits) {
    if (count > (limit - 1n) / 10n) break
    const next = count * 10n + BigInt(digit)
    if (next > limit) break
    count = next
    scale *= 10
  }
  return count === 0n ? 0n : BigInt(Math.trunc(Number(count) * (Number(unit) / scale)))
}

/** Duration.String: `1h2m3.5s`, `1.5ms`, `0s`. */
export function formatDuration(nanos: bigint): string {
  if (nanos === 0n) return '0s'
  const sign = nanos < 0n ? '-' : ''
  const size = nanos < 0n ? -nanos : nanos
  return sign + (size < secondNanos ? formatSmall(size) : formatLarge(size))
}

function formatSmall(nanos: bigint): string {
  if (nanos < 1_000n) return `${nanos}ns`
  if (nanos < 1_000_000n) return `${decimal(nanos, 3)}µs`
  return `${decimal(nanos, 6)}ms`
}

function formatLarge(nanos: bigint): string {
  const seconds = `${decimal(nanos % minuteNanos, 9)}s`
  if (nanos < minuteNanos) return seconds
  const minutes = `${(nanos / minuteNanos) % 60n}m${seconds}`
  return nanos < hourNanos ? minutes : `${nanos / hourNanos}h${minutes}`
}

/** A number of so many decimal places, without zeros at the end. */
function decimal(value: bigint, places: number): string {
  const scale = 10n ** BigInt(places)
  const fraction = String(value % scale)
    .padStart(places, '0')
    .replace(/0+$/, '')
  return fraction === '' ? String(value / scale) : `${value / scale}.${fraction}`
}

/** Duration.Truncate: toward zero to a multiple. */
function truncateDuration(nanos: bigint, multiple: bigint): bigint {
  return multiple <= 0n ? nanos : nanos - (nanos % multiple)
}

/** Duration.Round: to the nearest multiple, halves away from zero, within 64 bits. */
export function roundDuration(nanos: bigint, multiple: bigint): bigint {
  if (multiple <= 0n) return nanos
  const rest = nanos % multiple
  const size = rest < 0n ? -rest : rest
  if (size + size < multiple) return nanos - rest
  return clamp(nanos < 0n ? nanos - rest - multiple : nanos - rest + multiple)
}

/** The nearest duration that fits into 64 bits. */
export function clamp(nanos: bigint): bigint {
  if (nanos > maxDuration) return maxDuration
  return nanos < minDuration ? minDuration : nanos
}

/** time.Duration. */
export class GoDuration extends GoObject {
  readonly type = 'time.Duration'
  readonly kind = 'int64'
  readonly nanos: bigint

  constructor(nanos: bigint) {
    super()
    this.nanos = BigInt.asIntN(64, nanos)
  }

  override text(): string {
    return formatDuration(this.nanos)
  }

  override withNumber(number: bigint): GoDuration {
    return new GoDuration(number)
  }

  override json(): Value {
    return new Sized('int64', this.nanos)
  }

  override method(name: string): GoMethod | undefined {
    const method = methods.get(name)
    if (method === undefined) return undefined
    return { params: method.params, call: (args) => method.call(this.nanos, args) }
  }
}

/** The nanoseconds of an argument of type time.Duration; a number written in a template is one too. */
export function durationArgument(value: Value): bigint {
  if (value instanceof GoDuration) return value.nanos
  if (value instanceof Sized) return value.value
  return typeof value === 'bigint' ? value : 0n
}

interface Method {
  readonly params: GoMethod['params']
  readonly call: (nanos: bigint, args: readonly Value[]) => Value
}

const methods: ReadonlyMap<string, Method> = new Map([
  ['String', getter(formatDuration)],
  ['Nanoseconds', getter((nanos) => new Sized('int64', nanos))],
  ['Microseconds', getter((nanos) => new Sized('int64', nanos / 1_000n))],
  ['Milliseconds', getter((nanos) => new Sized('int64', nanos / 1_000_000n))],
  ['Seconds', getter((nanos) => inUnits(nanos, secondNanos))],
  ['Minutes', getter((nanos) => inUnits(nanos, minuteNanos))],
  ['Hours', getter((nanos) => inUnits(nanos, hourNanos))],
  ['Abs', getter((nanos) => new GoDuration(clamp(nanos < 0n ? -nanos : nanos)))],
  ['Round', withMultiple(roundDuration)],
  ['Truncate', withMultiple(truncateDuration)],
])

function getter(get: (nanos: bigint) => Value): Method {
  return { params: [], call: get }
}

function withMultiple(change: (nanos: bigint, multiple: bigint) => bigint): Method {
  return {
    params: ['time.Duration'],
    call: (nanos, [multiple]) => new GoDuration(change(nanos, durationArgument(multiple))),
  }
}

/** Whole units and the rest are turned into floats one by one, as Go does to lose little. */
function inUnits(nanos: bigint, unit: bigint): number {
  return Number(nanos / unit) + Number(nanos % unit) / Number(unit)
}
