import { SourceError } from '../errors.ts'

/** Go's time.Time that was never set. */
export const zeroTime = '0001-01-01T00:00:00Z'

const layout = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-](\d\d):(\d\d))$/

/**
 * The text that Go writes for a time which it read from JSON: RFC 3339 with nine digits at most behind
 * the second and none of them zero at the end. Throws for everything else, as Go does.
 */
export function normalizeTime(text: string): string {
  const match = layout.exec(text)
  if (match === null || !exists(match)) {
    throw new SourceError('bad-index', `${JSON.stringify(text)} is not a time such as ${zeroTime}`)
  }
  const fraction = (match[7] ?? '').slice(0, 9).replace(/0+$/, '')
  const zone = /^[+-]00:00$/.test(match[8] ?? '') ? 'Z' : (match[8] ?? 'Z')
  return `${text.slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}${zone}`
}

function exists(match: RegExpExecArray): boolean {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map(Number)
  const [zoneHour = 0, zoneMinute = 0] = match.slice(9, 11).map((part) => Number(part ?? 0))
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  const isDate = day >= 1 && day <= days
  return isDate && hour < 24 && minute < 60 && second < 60 && zoneHour < 24 && zoneMinute < 60
}
