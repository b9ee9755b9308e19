interface Measured {
  readonly label: string
  readonly received: number
  readonly total: number | undefined
}

const barWidth = 24
const longestLabel = 48
const shortestLabel = 10
const narrowest = 40

/** One line: a label, a bar when the end is known, and how many bytes there are. */
export function formatBar({ label, received, total }: Measured, columns = 80): string {
  const room = Math.max(narrowest, columns) - 1
  const name = shorten(label, Math.max(shortestLabel, Math.min(longestLabel, room - barWidth - 14)))
  if (total === undefined || total <= 0) return cut(`${name}  ${formatBytes(received)}`, room)
  const part = Math.min(1, received / total)
  const full = Math.round(part * barWidth)
  const bar = `${'█'.repeat(full)}${'░'.repeat(barWidth - full)}`
  const percent = `${Math.floor(part * 100)}%`.padStart(4)
  return cut(`${name}  ${bar} ${percent}  ${formatBytes(total)}`, room)
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
