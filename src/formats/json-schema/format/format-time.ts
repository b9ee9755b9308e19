import { toBinary } from '../../byte-string.ts'
import { quoteRune } from '../../quote.ts'
import { within } from './format-network.ts'

const layout = '2006-01-02'

/** A date by RFC 3339, with the words of Go's time.Parse. */
export function dateFault(text: string): string | undefined {
  return binaryDateFault(toBinary(text))
}

export function timeFault(text: string): string | undefined {
  return binaryTimeFault(toBinary(text))
}

export function dateTimeFault(text: string): string | undefined {
  const bytes = toBinary(text)
  if (bytes.length < 20) return 'less than 20 characters long'
  if (!/^[tT]$/.test(bytes.charAt(10))) return '11th character must be t or T'
  return (
    within('invalid date element', binaryDateFault(bytes.slice(0, 10))) ??
    within('invalid time element', binaryTimeFault(bytes.slice(11)))
  )
}

/** A duration by RFC 3339, appendix A. */
export function durationFault(text: string): string | undefined {
  if (!text.startsWith('P')) return 'must start with P'
  const body = text.slice(1)
  if (body === '') return 'nothing after P'
  if (body.endsWith('W')) {
    if (body === 'W') return 'no number in week'
    return /^[0-9]+W$/.test(body) ? undefined : 'invalid week'
  }
  for (const [i, part] of body.split('T').entries()) {
    if (i > 0 && part === '') return 'no time elements'
    const units = ['YMD', 'HMS'][i]
    if (units === undefined) return 'more than one T'
    const fault = unitsFault(part, units)
    if (fault !== undefined) return fault
  }
  return undefined
}

export function periodFault(text: string): string | undefined {
  const slash = text.indexOf('/')
  if (slash < 0) return 'missing slash'
  const [start, end] = [text.slice(0, slash), text.slice(slash + 1)]
  if (start.startsWith('P')) {
    return (
      within('invalid start duration', durationFault(start)) ??
      within('invalid end date-time', dateTimeFault(end))
    )
  }
  const fault = within('invalid start date-time', dateTimeFault(start))
  if (fault !== undefined) return fault
  if (end.startsWith('P')) return within('invalid end duration', durationFault(end))
  return within('invalid end date-time', dateTimeFault(end))
}

function unitsFault(part: string, allowed: string): string | undefined {
  let rest = part
  let units = allowed
  while (rest !== '') {
    const digits = /^[0-9]*/.exec(rest)?.[0] ?? ''
    if (digits === '') return 'missing number'
    rest = rest.slice(digits.length)
    if (rest === '') return 'missing unit'
    const unit = toBinary(rest.slice(0, 1)).charAt(0)
    const found = units.indexOf(unit)
    if (found < 0) {
      const shown = quoteRune(unit.charCodeAt(0))
      return allowed.includes(unit) ? `unit ${shown} out of order` : `invalid unit ${shown}`
    }
    units = units.slice(found + 1)
    rest = rest.slice(1)
  }
  return undefined
}

function binaryDateFault(text: string): string | undefined {
  const cannotParse = (value: string, element: string): string =>
    `parsing time ${quoteTime(text)} as "${layout}": cannot parse ${quoteTime(value)} as "${element}"`
  const faultWith = (message: string): string => `parsing time ${quoteTime(text)}: ${message}`
  if (!/^[0-9]{4}/.test(text)) return cannotParse(text, '2006')
  if (text[4] !== '-') return cannotParse(text.slice(4), '-')
  if (!/^[0-9]{2}/.test(text.slice(5))) return cannotParse(text.slice(5), '01')
  const month = Number(text.slice(5, 7))
  if (month < 1 || month > 12) return faultWith('month out of range')
  if (text[7] !== '-') return cannotParse(text.slice(7), '-')
  if (!/^[0-9]{2}/.test(text.slice(8))) return cannotParse(text.slice(8), '02')
  if (text.length > 10) return faultWith(`extra text: ${quoteTime(text.slice(10))}`)
  const day = Number(text.slice(8))
  const isInMonth = day >= 1 && day <= daysIn(Number(text.slice(0, 4)), month)
  return isInMonth ? undefined : faultWith('day out of range')
}

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  if (month === 2) return isLeap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Quotes as the time package does: all that is not ASCII is escaped byte by byte. */
function quoteTime(binary: string): string {
  const inner = binary.replaceAll(/[^]/g, (char) => {
    if (char === '"' || char === '\\') return `\\${char}`
    const isPlain = char >= ' ' && char < '\x80'
    return isPlain ? char : `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`
  })
  return `"${inner}"`
}

function binaryTimeFault(text: string): string | undefined {
  if (text.length < 9) return 'less than 9 characters long'
  if (text[2] !== ':' || text[5] !== ':') return 'missing colon in correct place'
  const clock = text.slice(0, 8).split(':').map(readNumber)
  const broken = numbersFault(clock, 'hour/min/sec')
  if (broken !== undefined) return broken
  const [hour = 0, minute = 0, second = 0] = clock
  if (hour > 23 || minute > 59 || second > 60) return 'hour/min/sec out of range'
  const fraction = /^\.[0-9]*/.exec(text.slice(8))?.[0] ?? ''
  if (fraction === '.') return 'no digits in second fraction'
  const offset = readOffset(text.slice(8 + fraction.length))
  if (typeof offset === 'string') return offset
  const minutes = hour * 60 + minute + offset
  const inDay = minutes < 0 ? minutes + 24 * 60 : minutes
  // A leap second is the last of a day in UTC.
  return second >= 60 && inDay !== 23 * 60 + 59 ? 'invalid leap second' : undefined
}

/** The minutes from a time to UTC, or what is wrong with the offset. */
function readOffset(text: string): number | string {
  if (text === 'z' || text === 'Z') return 0
  if (text.length !== 6) return 'offset must be 6 characters long'
  const sign = text.charAt(0)
  if (sign !== '+' && sign !== '-') return 'offset must begin with plus/minus'
  if (text[3] !== ':') return 'missing colon in offset in correct place'
  const parts = [text.slice(1, 3), text.slice(4)].map(readNumber)
  const broken = numbersFault(parts, 'hour/min in offset')
  if (broken !== undefined) return broken
  const [hour = 0, minute = 0] = parts
  if (hour > 23 || minute > 59) return 'hour/min in offset out of range'
  return (sign === '+' ? -1 : 1) * (hour * 60 + minute)
}

/** As Go's Atoi, which takes a sign. */
function readNumber(text: string): number | undefined {
  return /^[+-]?[0-9]+$/.test(text) ? Number(text) : undefined
}

function numbersFault(numbers: readonly (number | undefined)[], what: string): string | undefined {
  for (const number of numbers) {
    if (number === undefined) return `invalid ${what}`
    if (number < 0) return `non-positive ${what}`
  }
  return undefined
}
