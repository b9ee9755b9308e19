/** The most that one line may have; more of it is left out. */
const longestLine = 4096
/** The most lines of one script that are shown; the last ones are kept for messages all the same. */
const mostLines = 20_000
const tailLines = 20
// A shorter secret would take letters out of every word.
const shortestSecret = 4
const mask = '***'

/** Splits output into lines, takes secrets out of them, and tells so many of them. */
export class MaskedLines {
  private readonly secrets: readonly string[]
  private readonly onLine: (line: string) => void
  private readonly decoder = new TextDecoder()
  private rest = ''
  private isCutOff = false
  private count = 0
  private readonly last: string[] = []

  constructor(secrets: readonly string[], onLine: (line: string) => void) {
    const parts = secrets.flatMap((secret) => [secret, ...secret.split('\n')])
    this.secrets = [...new Set(parts.map((part) => part.trim()))]
      .filter((part) => part.length >= shortestSecret)
      .toSorted((a, b) => b.length - a.length)
    this.onLine = onLine
  }

  /** The last lines, in order. */
  get tail(): string {
    return this.last.join('\n')
  }

  add(chunk: Uint8Array): void {
    this.rest += this.decoder.decode(chunk, { stream: true })
    const lines = this.rest.split(/\r?\n|\r/)
    this.rest = lines.pop() ?? ''
    for (const line of lines) this.tell(line)
    this.boundRest()
  }

  /** Tells the line that had no end. */
  end(): void {
    if (this.rest !== '') this.tell(this.rest)
    this.rest = ''
  }

  /** A text as it may be shown. */
  masked(text: string): string {
    return this.secrets.reduce((shown, secret) => shown.replaceAll(secret, mask), text)
  }

  private tell(line: string): void {
    const shown = this.isCutOff ? undefined : this.masked(line)
    this.isCutOff = false
    if (shown === undefined || shown.trim() === '') return
    const told = shown.length > longestLine ? `${shown.slice(0, longestLine)}…` : shown
    this.last.push(told)
    if (this.last.length > tailLines) this.last.shift()
    this.count++
    if (this.count < mostLines) this.onLine(told)
    else if (this.count === mostLines) this.onLine('… more lines are left out')
  }

  // A line without an end is shown as far as it goes; the rest of it could begin inside a secret.
  private boundRest(): void {
    if (this.rest.length <= 4 * longestLine) return
    const wasCutOff = this.isCutOff
    if (!wasCutOff) this.tell(this.rest)
    this.rest = ''
    this.isCutOff = true
  }
}
