import { type ClusterChoice, clusterChoiceOf } from '../options/cluster-options.ts'
import { UsageError } from '../errors.ts'
import { readTimeout } from '../kind/read-timeout.ts'
import { readCount } from '../options/read-count.ts'

/** The choices of a rollback, for a plugin and an instance alike. */
export interface RollbackChoice {
  readonly name: string
  /** Undefined for the last that worked. */
  readonly revision: number | undefined
  readonly wait: boolean
  /** Milliseconds. */
  readonly timeout: number
  readonly quiet: boolean
  readonly cluster: ClusterChoice
}

export const rollbackRevision = {
  count: 'at-most-one',
  summary: 'which one; the last that worked unless given',
} as const

interface RollbackArguments {
  readonly arguments: { readonly name: string; readonly revision: string | undefined }
  readonly options: Parameters<typeof clusterChoiceOf>[0] & {
    readonly wait: boolean
    readonly timeout: string | undefined
    readonly quiet: boolean
  }
}

export function rollbackChoiceOf({
  arguments: words,
  options,
}: RollbackArguments): RollbackChoice | UsageError {
  const timeout = readTimeout(options.timeout)
  if (timeout instanceof UsageError) return timeout
  const revision = readCount('revision', words.revision, 0)
  if (revision instanceof UsageError) return revision
  return {
    name: words.name,
    revision: revision === 0 ? undefined : revision,
    wait: options.wait,
    timeout,
    quiet: options.quiet,
    cluster: clusterChoiceOf(options),
  }
}
