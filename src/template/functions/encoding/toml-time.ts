import type { TomlDatetime } from '../../../formats/toml/read-datetime.ts'
import type { Entropy } from '../../func.ts'
import { nanosPerSecond } from '../time/civil.ts'
import { GoTime } from '../time/go-time.ts'
import { momentOf } from '../time/moment.ts'
import { fixedZone, localZone, utc, type Zone } from '../time/zone.ts'

/** The function that reads TOML dates and times into time.Time, in the zone of a render. */
export function tomlTimes(entropy: Entropy): (datetime: TomlDatetime) => GoTime {
  const local = localZone(entropy.localZone)
  return (datetime) => {
    const parts = { ...datetime, nanos: datetime.nanosecond }
    if (datetime.kind === 'offset') return timeAt(parts, datetime.offset ?? 0, local)
    // Without an offset, today's local one counts, in a zone that is named for what is missing.
    const today = local.at(entropy.now() / nanosPerSecond).offset
    return new GoTime(momentOf(parts, fixedZone(zoneNames[datetime.kind], today)), local)
  }
}

const zoneNames = {
  'local-datetime': 'datetime-local',
  'local-date': 'date-local',
  'local-time': 'time-local',
} as const

/** Go takes the local zone where it has the offset. */
function timeAt(parts: Parameters<typeof momentOf>[0], offset: number, local: Zone): GoTime {
  if (offset === 0) return new GoTime(momentOf(parts, utc), local)
  const moment = momentOf(parts, fixedZone('', offset))
  const isLocal = local.at(moment.seconds).offset === offset
  return new GoTime(isLocal ? { ...moment, zone: local } : moment, local)
}
