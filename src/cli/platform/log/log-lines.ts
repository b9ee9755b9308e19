import { type Log, type LogFields, type LogLevel, logLevels } from '../../../std/log.ts'

export type LogFormat = 'text' | 'json'

export interface LogOptions {
  readonly format: LogFormat
  /** Lines that matter less are left out. */
  readonly level: LogLevel
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly write: (line: string) => void
}

const longestField = 4096

/** A log that writes lines for people or for programs. */
export function createLog({ format, level, now, write }: LogOptions): Log {
  const least = logLevels.indexOf(level)
  const print = format === 'json' ? jsonLine : textLine
  return (of, message, fields) => {
    if (logLevels.indexOf(of) < least) return
    const time = new Date(now()).toISOString()
    write(`${print({ time, level: of, message }, presentOf(fields))}\n`)
  }
}

interface Head {
  readonly time: string
  readonly level: LogLevel
  readonly message: string
}

type Present = readonly (readonly [string, string | number])[]

function presentOf(fields: LogFields): Present {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined || value === '') return []
    return [[name, typeof value === 'string' ? value.slice(0, longestField) : value] as const]
  })
}

function jsonLine(head: Head, fields: Present): string {
  // The names of the head are not for fields.
  return JSON.stringify({ ...Object.fromEntries(fields), ...head })
}

function textLine({ time, level, message }: Head, fields: Present): string {
  const pairs = fields.map(([name, value]) => `${name}=${quoted(String(value))}`)
  return [time, level.padEnd(5), message, ...pairs].join(' ')
}

// One line each, whatever a message holds.
function quoted(value: string): string {
  return /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value)
}
