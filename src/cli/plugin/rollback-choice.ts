import { type Waiting, waitingOf } from '../kind/waiting.ts'
import { UsageError } from '../errors.ts'
import { readCount } from '../options/read-count.ts'

/** The choices of a rollback, for a plugin and an instance alike. */
export interface RollbackChoice extends Waiting {
  readonly name: string
  /** Undefined for the last that worked. */
  readonly revision: number | undefined
}

export const rollbackRevision = {
  count: 'at-most-one',
  summary: 'which one; the last that worked unless given',
} as const

interface RollbackArguments {
  readonly arguments: { readonly name: string; readonly revision: string | undefined }
  readonly options: Parameters<typeof waitingOf>[0]
}

export function rollbackChoiceOf({
  arguments: words,
  options,
}: RollbackArguments): RollbackChoice | UsageError {
  const waiting = waitingOf(options)
  if (waiting instanceof UsageError) return waiting
  const revision = readCount('revision', words.revision, 0)
  if (revision instanceof UsageError) return revision
  return {
    name: words.name,
    revision: revision === 0 ? undefined : revision,
    ...waiting,
  }
}
