export type UsageErrorCode =
  | 'unknown-command'
  | 'unknown-option'
  | 'missing-value'
  | 'bad-value'
  | 'missing-argument'
  | 'excess-argument'
  | 'conflict'

/**
 * The command line cannot be understood: exit code 2. Parsers return it; `run` throws it when only
 * the world outside could tell.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError'
  readonly code: UsageErrorCode
  /** The nearest thing the user may have meant. */
  readonly suggestion: string | undefined

  constructor(code: UsageErrorCode, message: string, suggestion?: string) {
    super(message)
    this.code = code
    this.suggestion = suggestion
  }
}

/** A failure whose message says all that there is to say; the cause is for --debug alone. */
export class PlainError extends Error {
  override readonly name = 'PlainError'
}

// The exit code that a shell reports for a program that the signal ended; EPIPE stands for SIGPIPE.
const interruptionExitCodes = { SIGINT: 130, EPIPE: 141, SIGTERM: 143, 'write-failed': 1 } as const

/** Why a command was aborted from outside; whoever did it says so, the command prints nothing. */
export class Interruption extends Error {
  override readonly name = 'Interruption'
  readonly code: keyof typeof interruptionExitCodes
  readonly exitCode: number

  constructor(code: keyof typeof interruptionExitCodes) {
    super(`interrupted by ${code}`)
    this.code = code
    this.exitCode = interruptionExitCodes[code]
  }
}
