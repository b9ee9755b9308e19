/** How much a line matters, least first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const

export type LogLevel = (typeof logLevels)[number]

/** The variable parts of a line; those that are undefined or empty are left out. Never a secret. */
export type LogFields = Readonly<Record<string, string | number | undefined>>

/** Writes one line: a message that is always the same for the same thing, and its variable parts. */
export type Log = (level: LogLevel, message: string, fields: LogFields) => void
