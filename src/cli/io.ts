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

/** Results go to stdout, everything else to stderr. */
export interface Io {
  readonly stdout: Sink
  readonly stderr: Sink
}
