const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const shortUntil = 10 * minute

/** How long ago something was, as kubectl writes it: 5s, 3m20s, 45m, 2h, 3d. */
export function ageOf(timestamp: string, now: number): string {
  const at = Date.parse(timestamp)
  if (Number.isNaN(at)) return '<unknown>'
  return printDuration(now - at)
}

/** A length of time in at most two units. */
function printDuration(milliseconds: number): string {
  const span = Math.max(0, milliseconds)
  if (span < 2 * minute) return `${Math.floor(span / second)}s`
  if (span < shortUntil) return two(span, minute, 'm', { small: second, smallName: 's' })
  if (span < 3 * hour) return `${Math.floor(span / minute)}m`
  if (span < 8 * hour) return two(span, hour, 'h', { small: minute, smallName: 'm' })
  if (span < 2 * day) return `${Math.floor(span / hour)}h`
  if (span < 8 * day) return two(span, day, 'd', { small: hour, smallName: 'h' })
  return `${Math.floor(span / day)}d`
}

function two(
  span: number,
  unit: number,
  name: string,
  { small, smallName }: { readonly small: number; readonly smallName: string },
): string {
  const whole = Math.floor(span / unit)
  const rest = Math.floor((span % unit) / small)
  return rest === 0 ? `${whole}${name}` : `${whole}${name}${rest}${smallName}`
}
