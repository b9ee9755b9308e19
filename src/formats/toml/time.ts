// The time.Time that BurntSushi's parser makes of a TOML date or time. Where no zone is given Go takes
// the zone of the machine; ours is UTC, as Helm's own is in a container.

import { GoObject, type Value } from '../value.ts'
import type { TomlDatetime } from './read-datetime.ts'

const zoneNames: Readonly<Record<TomlDatetime['kind'], string>> = {
  offset: 'UTC',
  'local-datetime': 'datetime-local',
  'local-date': 'date-local',
  'local-time': 'time-local',
}

export class TomlTime extends GoObject {
  readonly type = 'time.Time'
  readonly kind = 'struct'
  readonly datetime: TomlDatetime

  constructor(datetime: TomlDatetime) {
    super()
    this.datetime = datetime
  }

  override text(): string {
    const zone = zoneOf(this.datetime, '')
    const name = zone === '+0000' ? zoneNames[this.datetime.kind] : zone
    return `${dateOf(this.datetime)} ${timeOf(this.datetime)} ${zone} ${name}`
  }

  override json(): Value {
    if (Math.abs(this.datetime.offset ?? 0) >= 24 * 3600)
      throw new Error(
        'json: error calling MarshalJSON for type time.Time: ' +
          'Time.MarshalJSON: timezone hour outside of range [0,23]',
      )
    return this.rfc3339()
  }

  /** The text that the encoder writes: a time without zone keeps its shape. */
  toml(): string {
    switch (this.datetime.kind) {
      case 'local-date':
        return dateOf(this.datetime)
      case 'local-time':
        return timeOf(this.datetime)
      case 'local-datetime':
        return `${dateOf(this.datetime)}T${timeOf(this.datetime)}`
      case 'offset':
        return this.rfc3339()
    }
  }

  private rfc3339(): string {
    const zone = (this.datetime.offset ?? 0) === 0 ? 'Z' : zoneOf(this.datetime, ':')
    return `${dateOf(this.datetime)}T${timeOf(this.datetime)}${zone}`
  }
}

function dateOf({ year, month, day }: TomlDatetime): string {
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

function timeOf({ hour, minute, second, nanosecond }: TomlDatetime): string {
  const fraction = pad(nanosecond, 9).replace(/0+$/, '')
  const clock = `${pad(hour, 2)}:${pad(minute, 2)}:${pad(second, 2)}`
  return fraction === '' ? clock : `${clock}.${fraction}`
}

function zoneOf({ offset = 0 }: TomlDatetime, separator: string): string {
  const minutes = Math.abs(offset) / 60
  const sign = offset < 0 ? '-' : '+'
  return `${sign}${pad(Math.floor(minutes / 60), 2)}${separator}${pad(minutes % 60, 2)}`
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
