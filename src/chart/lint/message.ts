export type LintSeverity = 'info' | 'warning' | 'error'

/** Something a rule found. Path and message are Helm's own. */
export interface LintMessage {
  readonly severity: LintSeverity
  /** The file or folder inside the chart; for dependencies the chart's folder; empty for the chart as a whole. */
  readonly path: string
  readonly message: string
}

/** The line that `helm lint` prints; a message may itself hold line breaks. */
export function lintLine({ severity, path, message }: LintMessage): string {
  return `[${severity.toUpperCase()}] ${path}: ${message}`
}
