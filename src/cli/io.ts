/** Where a command writes. Colours and progress are for terminals: ask here, never the process. */
export interface Sink {
  write(text: string): void
  /** Whether progress that rewrites its own line makes sense. */
  readonly isTerminal: boolean
  /** Whether colours are wanted, which a user may force or forbid whatever the sink is. */
  readonly colour: boolean
  /** The width to wrap at; undefined when nobody knows it. */
  readonly columns: number | undefined
}

/** The input that a user pipes or types into a command. */
export interface Input {
  readonly isTerminal: boolean
  /** Everything up to the end, refused when it is longer than that. */
  readonly readAll: (maxBytes: number, signal: AbortSignal) => Promise<Uint8Array>
  /** One line without its end; at a terminal a hidden one is not shown while it is typed. */
  readonly readLine: (echo: 'shown' | 'hidden', signal: AbortSignal) => Promise<string>
}

/** Results go to stdout, everything else to stderr. */
export interface Io {
  readonly stdin: Input
  readonly stdout: Sink
  readonly stderr: Sink
}
