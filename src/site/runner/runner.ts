/** A shell script for a machine. */
export interface Script {
  /** For messages: the condition that it brings about. */
  readonly name: string
  readonly text: string
  /** Given before the text and never as arguments, which everybody on a machine can read. */
  readonly env: Readonly<Record<string, string>>
  /** Values that no output may show. */
  readonly secrets: readonly string[]
  /** Whether standard output is kept instead of shown: it is a secret. */
  readonly keepsOutput: boolean
  /** A line of its output, secrets masked. */
  readonly onLine: (line: string) => void
}

/** The end of a script. */
export interface ScriptEnd {
  readonly code: number
  /** Its standard output, if it was to be kept. */
  readonly output: string
  /** The last lines that it printed, secrets masked. */
  readonly tail: string
}

/** A file for a machine. */
export interface FileToPut {
  readonly content: AsyncIterable<Uint8Array> | Uint8Array
  /** Its absolute place; folders above it are made. */
  readonly path: string
  /** Octal, such as `0644`. */
  readonly mode: string
}

/**
 * A machine that work is done on. A failure to reach it or to sign in is an error with a code; a script that ends with
 * another code than zero is not.
 */
export interface Runner {
  readonly run: (script: Script, signal: AbortSignal) => Promise<ScriptEnd>
  /** A reader on the machine sees the old file or the new one, never a part. */
  readonly put: (file: FileToPut, signal: AbortSignal) => Promise<void>
}
