import { parseDuration } from '../../template/functions/time/duration.ts'
import type { OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { type ClusterChoice, clusterChoiceOf } from '../options/cluster-options.ts'

/** The options of commands that change something and may stay until it is done. */
export const waitOptions = {
  wait: { kind: 'switch', summary: 'wait until it is done' },
  timeout: {
    kind: 'text',
    value: 'DURATION',
    summary: 'how long to wait, such as 30s or 5m; 5m unless given',
  },
  quiet: { kind: 'switch', short: 'q', summary: 'say nothing while waiting' },
} as const satisfies Record<string, OptionSpec>

/** Whether a command stays until its change is done, and on which cluster that is. */
export interface Waiting {
  readonly wait: boolean
  /** Milliseconds. */
  readonly timeout: number
  readonly quiet: boolean
  readonly cluster: ClusterChoice
}

type WaitingFlags = Parameters<typeof clusterChoiceOf>[0] & {
  readonly wait: boolean
  readonly timeout: string | undefined
  readonly quiet: boolean
}

/** Reads the flags of `waitOptions` and `clusterOptions`. */
export function waitingOf(options: WaitingFlags): Waiting | UsageError {
  const timeout = readTimeout(options.timeout)
  if (timeout instanceof UsageError) return timeout
  const { wait, quiet } = options
  return { wait, timeout, quiet, cluster: clusterChoiceOf(options) }
}

const fallback = 300_000
const nanosPerMillisecond = 1_000_000n

/** Milliseconds of `--timeout`. */
export function readTimeout(text: string | undefined): number | UsageError {
  if (text === undefined) return fallback
  const parsed = parseDuration(text)
  if (parsed.ok && parsed.value > 0n) return Number(parsed.value / nanosPerMillisecond)
  return new UsageError(
    'bad-value',
    `--timeout must be a duration such as 30s or 5m: got "${text}"`,
  )
}
