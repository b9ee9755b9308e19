/** A moment as Go writes it: RFC 3339 with the zone of this machine, zeros at the end left out. */
export function localTime(date: Date, precision: 'seconds' | 'milliseconds'): string {
  const minutes = -date.getTimezoneOffset()
  const local = new Date(date.getTime() + minutes * 60_000).toISOString()
  const fraction = precision === 'seconds' ? '' : local.slice(19, 23).replace(/\.?0+$/, '')
  return `${local.slice(0, 19)}${fraction}${zoneOf(minutes)}`
}

function zoneOf(minutes: number): string {
  if (minutes === 0) return 'Z'
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
