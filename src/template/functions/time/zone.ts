import { zoneData } from './zone-data.ts'

/** The facts of a zone about a moment. */
export interface ZoneMoment {
  /** The short name, such as CET; "" for offsets without a name. */
  readonly abbreviation: string
  /** Seconds east of Greenwich. */
  readonly offset: number
  readonly isDaylightSaving: boolean
}

/** Go's time.Location. */
export interface Zone {
  readonly name: string
  /** By seconds since 1970. */
  readonly at: (seconds: bigint) => ZoneMoment
  /** The offset that a short name means at a local time; undefined for names that the zone has not. */
  readonly offsetNamed: (abbreviation: string, localSeconds: bigint) => number | undefined
}

/** A zone that never changes. Go does not look for short names in it. */
export function fixedZone(name: string, offset: number): Zone {
  const moment = { abbreviation: name, offset, isDaylightSaving: false }
  return { name, at: () => moment, offsetNamed: () => undefined }
}

export const utc: Zone = fixedZone('UTC', 0)

/** Where nobody says in which zone we are, as in Helm's container. */
const defaultLocal: Zone = { ...utc, name: 'Local' }

/** The zone of the IANA database with exactly this name; undefined when there is none. */
export function findZone(name: string): Zone | undefined {
  const known = found.get(name)
  if (known !== undefined) return known
  const periods = entries().get(name)
  if (periods === undefined) return undefined
  const zone = new NamedZone(name, periods)
  found.set(name, zone)
  return zone
}

/** The zone that Go calls Local, by its own name; UTC for names that nobody knows. */
export function localZone(name: string | undefined): Zone {
  const zone = name === undefined ? undefined : findZone(name)
  if (zone === undefined) return defaultLocal
  const known = locals.get(zone)
  if (known !== undefined) return known
  const local: Zone = {
    name: zone.name,
    at: (seconds) => zone.at(seconds),
    offsetNamed: (abbreviation, seconds) => zone.offsetNamed(abbreviation, seconds),
  }
  locals.set(zone, local)
  return local
}

const locals = new WeakMap<Zone, Zone>()
// At most as many as there are zones.
const found = new Map<string, Zone>()
let parsed: ReadonlyMap<string, string> | undefined

/** The periods of each zone, as text: few zones are ever asked for. */
function entries(): ReadonlyMap<string, string> {
  parsed ??= new Map(
    zoneData.split(/[#\n]/).flatMap((entry) => {
      const [names = '', periods = ''] = entry.split('|')
      return names.split('=').map((name): [string, string] => [name, periods])
    }),
  )
  return parsed
}

interface Period {
  readonly start: bigint | undefined
  readonly moments: readonly ZoneMoment[]
}

/** The last millisecond that JavaScript's dates know. */
const maxDate = 8.64e15

class NamedZone implements Zone {
  readonly name: string
  private readonly periods: readonly Period[]
  private readonly format: Intl.DateTimeFormat | undefined

  constructor(name: string, periods: string) {
    this.name = name
    this.periods = periods.split(';').map(readPeriod)
    this.format = offsetFormat(name)
  }

  at(seconds: bigint): ZoneMoment {
    const { moments } = this.periodAt(seconds)
    const offset = this.offsetAt(seconds) ?? moments[0]?.offset ?? 0
    return (
      moments.find((moment) => moment.offset === offset) ??
      this.periods
        .flatMap((period) => period.moments)
        .find((moment) => moment.offset === offset) ?? {
        abbreviation: '',
        offset,
        isDaylightSaving: false,
      }
    )
  }

  offsetNamed(abbreviation: string, localSeconds: bigint): number | undefined {
    const offsets = this.periods
      .flatMap(({ moments }) => moments)
      .filter((moment) => moment.abbreviation === abbreviation)
      .map(({ offset }) => offset)
    const inEffect = offsets.find(
      (offset) => this.at(localSeconds - BigInt(offset)).abbreviation === abbreviation,
    )
    return inEffect ?? offsets[0]
  }

  private periodAt(seconds: bigint): Period {
    const period = this.periods.findLast(({ start }) => start === undefined || start <= seconds)
    return period ?? { start: undefined, moments: [] }
  }

  private offsetAt(seconds: bigint): number | undefined {
    const millis = Math.max(-maxDate, Math.min(maxDate, Number(seconds) * 1000))
    const parts = this.format?.formatToParts(millis) ?? []
    const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const match = /^GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?$/.exec(text)
    if (match === null) return undefined
    const [, sign, hours = '0', minutes = '0', rest = '0'] = match
    const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
    return sign === '-' ? -offset : offset
  }
}

function offsetFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  } catch (error) {
    // The platform's database lacks the zone.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readPeriod(text: string): Period {
  const [, start, moments = ''] = /^(?:(.*)@)?(.*)$/.exec(text) ?? []
  return {
    start: start === undefined ? undefined : BigInt(Number.parseInt(start, 36)),
    moments: moments.split(',').map(readMoment),
  }
}

function readMoment(text: string): ZoneMoment {
  const [, offset = '0', mark, abbreviation = ''] = /^(.*?)([:*])(.*)$/.exec(text) ?? []
  return {
    abbreviation,
    offset: Number.parseInt(offset, 36),
    isDaylightSaving: mark === '*',
  }
}
