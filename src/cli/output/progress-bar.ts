interface Measured {
  readonly label: string
  readonly received: number
  readonly total: number | undefined
  /** Milliseconds since it began; with them the line says how long it still takes. */
  readonly elapsed?: number
}

const barWidth = 24
const longestLabel = 48
const shortestLabel = 10
const narrowest = 40

/** One line: a label, a bar when the end is known, and how many bytes there are. */
export function formatBar({ label, received, total, elapsed }: Measured, columns = 80): string {
  const room = Math.max(narrowest, columns) - 1
  const name = shorten(label, Math.max(shortestLabel, Math.min(longestLabel, room - barWidth - 14)))
  if (total === undefined || total <= 0) return cut(`${name}  ${formatBytes(received)}`, room)
  const part = Math.min(1, received / total)
  const full = Math.round(part * barWidth)
  const bar = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`
  const percent = `${Math.floor(part * 100)}%`.padStart(4)
  const left = timeLeft(received, total, elapsed)
  return cut(`${name}  ${bar} ${percent}  ${formatBytes(total)}${left}`, room)
}

// Before this a guess says nothing.
const guessMilliseconds = 3000

function timeLeft(received: number, total: number, elapsed = 0): string {
  if (elapsed < guessMilliseconds || received <= 0 || received >= total) return ''
  const seconds = Math.ceil((elapsed / received) * ((total - received) / 1000))
  return `  ${formatSeconds(seconds)} left`
}

/** A time for people: `45 s`, `3 min 20 s`, `2 h 5 min`. */
function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Bytes for people, in powers of a thousand. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1
  return `${value.toFixed(digits)} ${units[unit]}`
}

function shorten(text: string, most: number): string {
  const letters = Array.from(text)
  return letters.length <= most ? text : `…${letters.slice(1 - most).join('')}`
}

function cut(text: string, most: number): string {
  return Array.from(text).slice(0, most).join('')
}
