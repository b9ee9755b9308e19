const mostLines = 5000

/** One line of the audit, as it was written. */
export interface AuditEntry {
  /** Grows with every line. */
  readonly sequence: number
  readonly time: string
  readonly user: string
  readonly from: string
  readonly operation: string
  readonly target: Readonly<Record<string, string>>
  readonly dryRun: boolean
  readonly status: number
  /** One word, where it was refused. */
  readonly reason?: string
  /** The addresses that a reverse proxy told. */
  readonly forwardedFor?: string
}

/** The newest lines of the audit, for those who may read it. */
export class AuditTail {
  private readonly before: Promise<void>
  private entries: AuditEntry[] = []
  private last = 0

  /** `before` gives the lines of earlier processes, the oldest first. */
  constructor(before: () => Promise<readonly string[]>, failed: (error: unknown) => void) {
    this.before = before()
      .then((lines) => this.put(lines))
      .catch(failed)
  }

  /** Keeps a line. */
  add(line: string): void {
    void this.before.then(() => this.put([line]))
  }

  /** All that is kept, the oldest first. */
  async all(): Promise<readonly AuditEntry[]> {
    await this.before
    return this.entries
  }

  private put(lines: readonly string[]): void {
    for (const line of lines.slice(-mostLines)) {
      const entry = readEntry(line, this.last + 1)
      if (entry === undefined) continue
      this.last = entry.sequence
      this.entries.push(entry)
    }
    if (this.entries.length > mostLines) this.entries = this.entries.slice(-mostLines)
  }
}

function readEntry(line: string, sequence: number): AuditEntry | undefined {
  try {
    const {
      time = '',
      user = '',
      from = '',
      operation = '',
      ...rest
    } = JSON.parse(line) as Partial<AuditEntry>
    const { target = {}, dryRun = false, status = 0, reason, forwardedFor } = rest
    const more = {
      ...(reason === undefined ? {} : { reason }),
      ...(forwardedFor === undefined ? {} : { forwardedFor }),
    }
    return { sequence, time, user, from, operation, target, dryRun, status, ...more }
  } catch {
    // A line that was cut off by a crash tells nothing.
    return undefined
  }
}
