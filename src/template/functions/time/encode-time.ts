import type { Value } from '../../../formats/value.ts'
import { toBytes } from '../../../formats/go-string.ts'
import { FuncError } from '../../func.ts'
import { withByteCapacity } from '../byte-capacity.ts'
import { civilOf, yearOneSeconds, type Moment } from './moment.ts'
import { formatRfc3339 } from './rfc3339.ts'
import { utc } from './zone.ts'

// The room that Go makes for what it writes.
const rfc3339Capacity = '2006-01-02T15:04:05.999999999Z07:00'.length
const binaryCapacity = 16

const utcMinutes = -1
const [minutesVersion, secondsVersion] = [1, 2]

/** RFC 3339; fails behind `context` where it has no words for the moment. */
export function rfc3339(moment: Moment, context: string): string {
  const written = formatRfc3339(moment)
  if (written.ok) return written.value
  throw new FuncError(context + written.error)
}

/** The bytes that MarshalText gives. */
export function timeText(moment: Moment): Uint8Array {
  return withByteCapacity(toBytes(rfc3339(moment, 'Time.MarshalText: ')), rfc3339Capacity)
}

/** The bytes that MarshalJSON gives. */
export function timeJson(moment: Moment): Uint8Array {
  const json = `"${rfc3339(moment, 'Time.MarshalJSON: ')}"`
  return withByteCapacity(toBytes(json), rfc3339Capacity + 2)
}

/**
 * The bytes that MarshalBinary gives: a version, seconds since year 1, nanoseconds, the offset in
 * minutes and the rest of it in seconds.
 */
export function timeBinary(moment: Moment): Uint8Array {
  const isUtc = moment.zone === utc
  const offset = isUtc ? 0 : civilOf(moment).offset
  const minutes = isUtc ? utcMinutes : Math.trunc(offset / 60)
  // Minus one stands for UTC.
  if (!isUtc && minutes === utcMinutes) {
    throw new FuncError('Time.MarshalBinary: unexpected zone offset')
  }
  const seconds = offset % 60
  const bytes = new DataView(new ArrayBuffer(seconds === 0 ? 15 : 16))
  bytes.setUint8(0, seconds === 0 ? minutesVersion : secondsVersion)
  bytes.setBigInt64(1, BigInt.asIntN(64, moment.seconds + yearOneSeconds))
  bytes.setUint32(9, moment.nanos)
  bytes.setInt16(13, minutes)
  if (seconds !== 0) bytes.setInt8(15, seconds)
  return withByteCapacity(new Uint8Array(bytes.buffer), binaryCapacity)
}

/** Bytes that were given to be added to, which may be nil, and more. */
export function appendBytes(given: Value, more: Uint8Array): Value {
  if (more.length === 0) return given
  const before = given instanceof Uint8Array ? given : new Uint8Array()
  const all = new Uint8Array(before.length + more.length)
  all.set(before)
  all.set(more, before.length)
  return all
}
