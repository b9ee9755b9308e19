/** The result of one check of one chart. */
export interface Check {
  /** Such as `template on 1.34`. */
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
  /** The reason, for a failed or skipped one; a remark for others, mostly empty. */
  readonly message: string
  readonly milliseconds: number
}

/** Everything that was found out about one chart. */
export interface ChartReport {
  /** As Chart.yaml says; the folder's own when it cannot be read. */
  readonly chart: string
  readonly version: string
  readonly folder: string
  /** The version that an upgrade was tried from, if any. */
  readonly previous: string | undefined
  readonly checks: readonly Check[]
  /** Markdown. */
  readonly releaseNotes: string
}

export interface CiReport {
  readonly outcome: 'passed' | 'failed'
  /** The commit that charts were compared with; undefined when all were taken. */
  readonly base: string | undefined
  readonly charts: readonly ChartReport[]
}

/** A verdict without its time. */
export type Verdict = Pick<Check, 'state' | 'message'>

export const passed = (message = ''): Verdict => ({ state: 'passed', message })
export const failed = (message: string): Verdict => ({ state: 'failed', message })
export const skipped = (message: string): Verdict => ({ state: 'skipped', message })

export function hasFailed({ checks }: Pick<ChartReport, 'checks'>): boolean {
  return checks.some(({ state }) => state === 'failed')
}
