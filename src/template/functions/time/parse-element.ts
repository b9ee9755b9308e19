import { dayNames, monthNames, nextChunk, type LayoutChunk, type LayoutElement } from './layout.ts'

// Texts are binary here, one character per byte.

/** The parts of a time that have been read from a text so far. */
export interface ReadParts {
  readonly year?: number
  readonly month?: number
  readonly day?: number
  readonly yearDay?: number
  readonly hour?: number
  readonly minute?: number
  readonly second?: number
  readonly nanos?: number
  readonly half?: 'am' | 'pm'
  readonly isUtc?: true
  readonly offset?: number
  readonly zoneName?: string
}

/**
 * The parts that an element gave, and the text behind it; `outOfRange` names a number that cannot
 * be.
 */
export interface ElementReading {
  readonly parts: ReadParts
  readonly rest: string
  readonly outOfRange?: string
}

const two = /^[0-9]{2}/
const oneOrTwo = /^[0-9]{1,2}/

type Read = (text: string, chunk: LayoutChunk) => ElementReading | undefined

/** Reads an element of a layout at the start of a text; undefined where the text does not fit. */
export function readElement(text: string, chunk: LayoutChunk): ElementReading | undefined {
  return chunk.element === undefined ? undefined : readers[chunk.element](text, chunk)
}

const readers: Readonly<Record<LayoutElement, Read>> = {
  '2006': matching(/^[0-9]{4}/, (digits) => ({ year: Number(digits) })),
  '06': readShortYear,
  January: readName(monthNames, (index) => ({ month: index + 1 })),
  Jan: readName(
    monthNames.map((name) => name.slice(0, 3)),
    (index) => ({ month: index + 1 }),
  ),
  '1': readNumber(oneOrTwo, 'month', 1, 12),
  '01': readNumber(two, 'month', 1, 12),
  Monday: readName(dayNames, () => ({})),
  Mon: readName(
    dayNames.map((name) => name.slice(0, 3)),
    () => ({}),
  ),
  '2': matching(oneOrTwo, (digits) => ({ day: Number(digits) })),
  _2: matching(/^ ?([0-9]{1,2})/, (digits) => ({ day: Number(digits) })),
  '02': matching(two, (digits) => ({ day: Number(digits) })),
  __2: matching(/^ {0,2}([0-9]{1,3})/, (digits) => ({ yearDay: Number(digits) })),
  '002': matching(/^[0-9]{3}/, (digits) => ({ yearDay: Number(digits) })),
  '15': readNumber(oneOrTwo, 'hour', 0, 23),
  '3': readNumber(oneOrTwo, 'hour', 0, 12),
  '03': readNumber(two, 'hour', 0, 12),
  '4': readNumber(oneOrTwo, 'minute', 0, 59),
  '04': readNumber(two, 'minute', 0, 59),
  '5': readSecond(oneOrTwo),
  '05': readSecond(two),
  PM: matching(/^[AP]M/, (half) => ({ half: half === 'PM' ? 'pm' : 'am' })),
  pm: matching(/^[ap]m/, (half) => ({ half: half === 'pm' ? 'pm' : 'am' })),
  MST: readZoneName,
  offset: readOffset,
  fraction: readFraction,
}

/** Reads what the shape matches; of a shape with a group only that. */
function matching(shape: RegExp, partsOf: (digits: string) => ReadParts): Read {
  return (text) => {
    const match = shape.exec(text)
    if (match === null) return undefined
    return { parts: partsOf(match[1] ?? match[0]), rest: text.slice(match[0].length) }
  }
}

function readNumber(
  shape: RegExp,
  part: 'month' | 'hour' | 'minute' | 'second',
  least: number,
  most: number,
): Read {
  return (text) => {
    const [digits] = shape.exec(text) ?? []
    if (digits === undefined) return undefined
    const number = Number(digits)
    const rest = text.slice(digits.length)
    const isFine = number >= least && number <= most
    return { parts: { [part]: number }, rest, ...(isFine ? {} : { outOfRange: part }) }
  }
}

/** A year of two characters, of which one may be a sign; 69 is 1969. */
function readShortYear(text: string): ElementReading | undefined {
  const [digits] = /^(?:[0-9]{2}|[+-][0-9])/.exec(text) ?? []
  if (digits === undefined) return undefined
  const year = Number(digits)
  return { parts: { year: year + (year >= 69 ? 1900 : 2000) }, rest: text.slice(2) }
}

function readName(names: readonly string[], partsOf: (index: number) => ReadParts): Read {
  return (text) => {
    const index = names.findIndex((name) => startsWithFolded(text, name))
    const name = names[index]
    return name === undefined ? undefined : { parts: partsOf(index), rest: text.slice(name.length) }
  }
}

function startsWithFolded(text: string, name: string): boolean {
  return text.slice(0, name.length).toLowerCase() === name.toLowerCase()
}

/** Seconds may have a fraction even where the layout has none. */
function readSecond(shape: RegExp): Read {
  const read = readNumber(shape, 'second', 0, 59)
  return (text, chunk) => {
    const reading = read(text, chunk)
    if (reading === undefined || reading.outOfRange !== undefined) return reading
    const [fraction] = /^[.,][0-9]+/.exec(reading.rest) ?? []
    if (fraction === undefined || nextChunk(chunk.rest).element === 'fraction') return reading
    return {
      parts: { ...reading.parts, nanos: nanosIn(fraction) },
      rest: reading.rest.slice(fraction.length),
    }
  }
}

function readFraction(text: string, { text: shape }: LayoutChunk): ElementReading | undefined {
  if (shape.charAt(1) === '9') {
    const [fraction = ''] = /^[.,][0-9]+/.exec(text) ?? []
    if (fraction === '') return { parts: {}, rest: text }
    return { parts: { nanos: nanosIn(fraction) }, rest: text.slice(fraction.length) }
  }
  if (text.length < shape.length) return undefined
  // Only the digits that count are looked at, and a sign may stand among them.
  const [fraction] = /^[.,][+-]?[0-9]*$/.exec(text.slice(0, Math.min(shape.length, 10))) ?? []
  if (fraction === undefined) return undefined
  const nanos = nanosIn(fraction)
  const rest = text.slice(shape.length)
  return { parts: { nanos }, rest, ...(nanos < 0 ? { outOfRange: 'fractional second' } : {}) }
}

/** The nanoseconds of a fraction with its point. */
function nanosIn(fraction: string): number {
  const counted = fraction.slice(1, 10)
  // To Go a sign alone is zero.
  const number = /[0-9]/.test(counted) ? Number(counted) : 0
  return number * 10 ** (9 - counted.length)
}

const offsetShapes: Readonly<Record<string, RegExp>> = {
  '07': /^([^])([^]{2})/,
  '0700': /^([^])([^]{2})([^]{2})/,
  '07:00': /^([^])([^]{2}):([^]{2})/,
  '070000': /^([^])([^]{2})([^]{2})([^]{2})/,
  '07:00:00': /^([^])([^]{2}):([^]{2}):([^]{2})/,
}

function readOffset(text: string, { text: shape }: LayoutChunk): ElementReading | undefined {
  if (shape.startsWith('Z') && text.startsWith('Z')) {
    return { parts: { isUtc: true }, rest: text.slice(1) }
  }
  const [all, sign = '', ...pairs] = offsetShapes[shape.slice(1)]?.exec(text) ?? []
  if (all === undefined) return undefined
  const firstBad = pairs.findIndex((pair) => !/^[0-9]{2}$/.test(pair))
  const good = firstBad < 0 ? pairs : pairs.slice(0, firstBad)
  const [hours = 0, minutes = 0, seconds = 0] = good.map(Number)
  // People do write offsets of 24 hours and of 60 minutes.
  const wrong = seconds > 60 ? 'second' : minutes > 60 ? 'minute' : hours > 24 ? 'hour' : undefined
  const rest = text.slice(all.length)
  if (wrong !== undefined) return { parts: {}, rest, outOfRange: `time zone offset ${wrong}` }
  if (firstBad >= 0 || (sign !== '+' && sign !== '-')) return undefined
  const size = (hours * 60 + minutes) * 60 + seconds
  const offset = sign === '-' ? -size : size
  // Go takes -1 for "no offset".
  return { parts: offset === -1 ? {} : { offset }, rest }
}

function readZoneName(text: string): ElementReading | undefined {
  if (text.startsWith('UTC')) return { parts: { isUtc: true }, rest: text.slice(3) }
  const zoneName = zoneNameAt(text)
  if (zoneName === undefined) return undefined
  return { parts: { zoneName }, rest: text.slice(zoneName.length) }
}

/** Three to five capitals by Go's rules, GMT with hours, or an offset in place of a name. */
function zoneNameAt(text: string): string | undefined {
  if (text.length < 3) return undefined
  const special = /^(?:ChST|MeST)/.exec(text)?.[0]
  if (special !== undefined) return special
  if (text.startsWith('GMT')) return `GMT${signedHours(text.slice(3))}`
  if (/^[+-]/.test(text)) return signedHours(text) || undefined
  const capitals = /^[A-Z]{0,6}/.exec(text)?.[0] ?? ''
  const isName =
    capitals.length === 3 ||
    (capitals.length === 4 && (capitals.endsWith('T') || capitals === 'WITA')) ||
    (capitals.length === 5 && capitals.endsWith('T'))
  return isName ? capitals : undefined
}

function signedHours(text: string): string {
  const [all = '', digits = ''] = /^[+-]([0-9]+)/.exec(text) ?? []
  return BigInt(digits) > 23n ? '' : all
}
