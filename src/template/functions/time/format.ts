import { joinStrings } from '../../../formats/go-string.ts'
import { chunksOf, dayNames, monthNames, type LayoutChunk, type LayoutElement } from './layout.ts'
import { civilOf, type CivilTime, type Moment } from './moment.ts'

/** Time.Format. */
export function formatTime(moment: Moment, layout: string): string {
  const civil = civilOf(moment)
  const pieces = chunksOf(layout).map((chunk) => chunk.prefix + formatElement(chunk, civil, moment))
  return joinStrings(pieces)
}

function formatElement(chunk: LayoutChunk, civil: CivilTime, { nanos }: Moment): string {
  switch (chunk.element) {
    case undefined:
      return ''
    case 'offset':
      return formatOffset(chunk.text, civil.offset)
    case 'fraction':
      return formatFraction(chunk.text, nanos)
    case 'MST':
      return civil.abbreviation === '' ? formatOffset('-0700', civil.offset) : civil.abbreviation
    default:
      return writers[chunk.element](civil)
  }
}

type PlainElement = Exclude<LayoutElement, 'offset' | 'fraction' | 'MST'>

const writers: Readonly<Record<PlainElement, (civil: CivilTime) => string>> = {
  '2006': ({ year }) => pad(year, 4),
  '06': ({ year }) => pad(Math.abs(year) % 100, 2),
  January: ({ month }) => nameIn(monthNames, month - 1),
  Jan: ({ month }) => nameIn(monthNames, month - 1).slice(0, 3),
  '1': ({ month }) => String(month),
  '01': ({ month }) => pad(month, 2),
  Monday: ({ weekday }) => nameIn(dayNames, weekday),
  Mon: ({ weekday }) => nameIn(dayNames, weekday).slice(0, 3),
  '2': ({ day }) => String(day),
  _2: ({ day }) => String(day).padStart(2),
  '02': ({ day }) => pad(day, 2),
  __2: ({ yearDay }) => String(yearDay).padStart(3),
  '002': ({ yearDay }) => pad(yearDay, 3),
  '15': ({ hour }) => pad(hour, 2),
  '3': ({ hour }) => String(hour % 12 || 12),
  '03': ({ hour }) => pad(hour % 12 || 12, 2),
  '4': ({ minute }) => String(minute),
  '04': ({ minute }) => pad(minute, 2),
  '5': ({ second }) => String(second),
  '05': ({ second }) => pad(second, 2),
  PM: ({ hour }) => (hour >= 12 ? 'PM' : 'AM'),
  pm: ({ hour }) => (hour >= 12 ? 'pm' : 'am'),
}

function nameIn(names: readonly string[], index: number): string {
  return names[index] ?? ''
}

/** At least so many digits, behind the sign of a negative number. */
function pad(value: number, width: number): string {
  const digits = String(Math.abs(value)).padStart(width, '0')
  return value < 0 ? `-${digits}` : digits
}

/** `-07`, `-0700`, `-07:00`, `-070000`, `-07:00:00`, and the same with Z, which stands for no offset. */
function formatOffset(shape: string, offset: number): string {
  if (shape.startsWith('Z') && offset === 0) return 'Z'
  const minutes = Math.trunc(offset / 60)
  // The sign is that of the minutes, so that a few seconds west keep theirs.
  const sign = minutes < 0 ? -1 : 1
  const parts = [
    pad(Math.trunc(Math.abs(minutes) / 60), 2),
    pad(Math.abs(minutes) % 60, 2),
    pad((sign * offset) % 60, 2),
  ]
  const separator = shape.includes(':') ? ':' : ''
  const count = shape.replaceAll(/[^0-9]/g, '').length / 2
  return (sign < 0 ? '-' : '+') + parts.slice(0, count).join(separator)
}

/** `.000` keeps its digits, `.999` drops zeros at the end, and the point when nothing is left. */
function formatFraction(shape: string, nanos: number): string {
  const digits = pad(nanos, 9).slice(0, shape.length - 1)
  if (shape.charAt(1) === '0') return shape.charAt(0) + digits
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '' : shape.charAt(0) + kept
}
